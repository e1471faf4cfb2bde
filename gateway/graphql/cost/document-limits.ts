import { type DocumentNode, type FragmentDefinitionNode, Kind, parse, type SelectionSetNode } from 'graphql';
import { operationLimits } from './limits.ts';

/** Limits of a document. */
const documentLimits = {
  /** Counting each fragment wherever it is spread. */
  maxSelections: 5_000,
  /**
   * Pairs of fields of the same object with the same response name, in the whole document. Validation compares each
   * pair.
   */
  maxFieldPairs: 5_000,
} as const;

/**
 * Returns why a document would take too long to validate and plan; null if it would not, or if it cannot be parsed,
 * which Apollo Server reports. This check runs before Apollo Server, although the text is then parsed twice: Apollo
 * Server's hook before validation cannot reject a document.
 */
export function findDocumentViolation(text: string): string | null {
  let document: DocumentNode;
  try {
    document = parse(text, { maxTokens: operationLimits.maxTokens, noLocation: true });
  } catch {
    return null;
  }
  return new DocumentMeasure(document).findViolation();
}

/** The fields that a document selects on one object. */
interface SelectedObject {
  /** Fields by response name. GraphQL merges the fields with the same name. */
  fields: Map<string, { count: number; value: SelectedObject }>;
  /** The fragments that are spread. Validation ignores repeated spreads. */
  fragments: Set<FragmentDefinitionNode>;
}

function createSelectedObject(): SelectedObject {
  return { fields: new Map(), fragments: new Set() };
}

class DocumentMeasure {
  readonly #document: DocumentNode;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** The fragments being measured. A fragment that spreads itself is invalid, but must not cause an endless loop. */
  readonly #open = new Set<FragmentDefinitionNode>();
  readonly #used = new Set<FragmentDefinitionNode>();
  #selectionCount = 0;
  #pairCount = 0;
  #violation: string | null = null;

  constructor(document: DocumentNode) {
    this.#document = document;
    const fragments = document.definitions.filter(
      (definition) => definition.kind === Kind.FRAGMENT_DEFINITION,
    );
    this.#fragments = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  }

  findViolation(): string | null {
    for (const definition of this.#document.definitions)
      if (definition.kind === Kind.OPERATION_DEFINITION)
        this.#measure(definition.selectionSet, createSelectedObject());
    // Unused fragments are invalid, but they are validated like all others.
    for (const fragment of this.#fragments.values())
      if (!this.#used.has(fragment)) this.#measureFragment(fragment, createSelectedObject());
    return this.#violation;
  }

  #measure({ selections }: SelectionSetNode, object: SelectedObject): void {
    for (const selection of selections) {
      if (this.#violation !== null) return;
      this.#selectionCount += 1;
      if (this.#selectionCount > documentLimits.maxSelections) {
        this.#violation = `The document has more than ${documentLimits.maxSelections} selections, counting each fragment wherever it is spread. Send smaller operations.`;
        return;
      }
      if (selection.kind === Kind.INLINE_FRAGMENT) this.#measure(selection.selectionSet, object);
      else if (selection.kind === Kind.FRAGMENT_SPREAD)
        this.#measureFragment(this.#fragments.get(selection.name.value), object);
      else this.#measureField(selection.alias?.value ?? selection.name.value, selection.selectionSet, object);
    }
  }

  #measureFragment(fragment: FragmentDefinitionNode | undefined, object: SelectedObject): void {
    if (fragment === undefined || this.#open.has(fragment)) return;
    // Validation ignores a repeated spread, so its fields do not count for this object again. Planning visits them
    // again, so they count as selections.
    const target = object.fragments.has(fragment) ? createSelectedObject() : object;
    object.fragments.add(fragment);
    this.#used.add(fragment);
    this.#open.add(fragment);
    this.#measure(fragment.selectionSet, target);
    this.#open.delete(fragment);
  }

  #measureField(name: string, selectionSet: SelectionSetNode | undefined, object: SelectedObject): void {
    const field = object.fields.get(name) ?? { count: 0, value: createSelectedObject() };
    object.fields.set(name, field);
    this.#pairCount += field.count;
    field.count += 1;
    if (this.#pairCount > documentLimits.maxFieldPairs)
      this.#violation = `The document repeats fields of the same object too often, for example '${name}'. Select each field of an object once.`;
    else if (selectionSet !== undefined) this.#measure(selectionSet, field.value);
  }
}
