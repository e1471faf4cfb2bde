import exampleList from './examples.json';

/** An example operation with its variables. */
export interface Example {
  area: string;
  title: string;
  /** The name of its file in `examples/` without the extension. Links refer to the example by this id. */
  id: string;
  /** The operation's GraphQL text. */
  query: string;
  /** The name of the operation. */
  operationName: string;
  /** May contain placeholders; see `fillVariables`. */
  variables: Record<string, unknown>;
  /** Whether the operation requires a signed-in shopper. */
  needsSession: boolean;
}

const queries = import.meta.glob<string>('./examples/*.graphql', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The examples in the order of `examples.json`. The operations are files in `examples/`. */
export const examples: readonly Example[] = exampleList.map((example) => {
  const query = queries[`./examples/${example.id}.graphql`];
  if (query === undefined) throw new Error(`There is no file examples/${example.id}.graphql.`);
  const operationName = /^(?:query|mutation) (\w+)/m.exec(query)?.[1];
  if (operationName === undefined)
    throw new Error(`The operation in examples/${example.id}.graphql has no name.`);
  return { ...example, query, operationName };
});

/** The examples grouped by area, in order of first occurrence. */
export const examplesByArea = [...new Set(examples.map(({ area }) => area))].map(
  (area) => [area, examples.filter((example) => example.area === area)] as const,
);

/** Formats variables for the editor. */
export function formatVariables(variables: Record<string, unknown>): string {
  return JSON.stringify(variables, null, 2);
}
