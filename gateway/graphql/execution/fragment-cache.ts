const maxFragments = 20_000;
const maxFragmentCharacters = 4_000;

/** Part of a response that is already serialized as JSON. */
class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Serialized parts of responses that depend on a single object of the catalogue. The key is the
 * pair of a selection in the query and an object. All fragments in a cache belong to one version of
 * the catalogue and one origin.
 */
export class FragmentCache {
  readonly #version: string;
  readonly #origin: string;
  readonly #fragments = new Map<object, Map<unknown, RawJson>>();
  #count = 0;

  constructor(version: string, origin: string) {
    this.#version = version;
    this.#origin = origin;
  }

  /** Whether the fragments belong to this version and origin. */
  matches(version: string, origin: string): boolean {
    return this.#version === version && this.#origin === origin;
  }

  get(selection: object, source: unknown): RawJson | undefined {
    return this.#fragments.get(selection)?.get(source);
  }

  /** Serializes and stores a fragment. Returns the serialized fragment, or `data` if it is too long to store. */
  set(selection: object, source: unknown, data: Record<string, unknown>): unknown {
    const text = stringify(data);
    if (text.length > maxFragmentCharacters) return data;
    if (this.#count >= maxFragments) {
      this.#fragments.clear();
      this.#count = 0;
    }
    const fragment = new RawJson(text);
    const fragments = this.#fragments.get(selection) ?? new Map<unknown, RawJson>();
    this.#fragments.set(selection, fragments.set(source, fragment));
    this.#count += 1;
    return fragment;
  }
}

/** Serializes a response that may contain `RawJson`. */
export function stringify(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(stringify).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields: string[] = [];
  for (const [key, item] of Object.entries(value)) fields.push(`${JSON.stringify(key)}:${stringify(item)}`);
  return `{${fields.join(',')}}`;
}
