import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  visit,
} from 'graphql';

const root = path.dirname(path.dirname(import.meta.dirname));

/** An operation that clients send, with all the fragments it needs. */
export interface ClientOperation {
  /** Its client, `web` or `example` (an example of the sandbox), and its own name, such as `web Product`. */
  name: string;
  /** The name of the file in which a release stores it. The name contains a digest of the text. */
  file: string;
  text: string;
}

/** Lists the operations of the storefront and of the sandbox's examples. */
export function listClientOperations(): ClientOperation[] {
  const examples = 'web/sandbox/examples/*.graphql';
  return [
    ...readOperations('web', globSync('web/**/*.graphql', { cwd: root, exclude: [examples] })),
    ...readOperations('example', globSync(examples, { cwd: root })),
  ];
}

function readOperations(client: string, files: string[]): ClientOperation[] {
  const definitions = files.flatMap((file) => parse(readFileSync(path.join(root, file), 'utf8')).definitions);
  const fragments = new Map(
    definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
  return definitions
    .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    .map((operation) => {
      const text = `${print(addFragments(operation, fragments))}\n`;
      const name = operation.name?.value ?? 'anonymous';
      const digest = hash('sha256', text).slice(0, 8);
      return { name: `${client} ${name}`, file: `${client}-${name}-${digest}.graphql`, text };
    });
}

function addFragments(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): DocumentNode {
  const usedFragments = new Set<FragmentDefinitionNode>();
  const collect = (definition: OperationDefinitionNode | FragmentDefinitionNode) => {
    visit(definition, {
      FragmentSpread({ name }) {
        const fragment = fragments.get(name.value);
        if (fragment === undefined) throw new Error(`There is no fragment ${name.value}.`);
        if (usedFragments.has(fragment)) return;
        usedFragments.add(fragment);
        collect(fragment);
      },
    });
  };
  collect(operation);
  return { kind: Kind.DOCUMENT, definitions: [operation, ...usedFragments] };
}
