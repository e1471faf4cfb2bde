import { LRUCache } from 'lru-cache';

const maxCacheBytes = 32 * 1024 * 1024;
const maxFragmentCharacters = 4_000;
/** The storefront uses about five selections of a product. */
const maxFragmentsPerObject = 8;
/** Approximate memory of an object's entry besides the texts of its fragments. */
const entryOverheadBytes = 400;

/** Part of a response that is already serialized as JSON. */
class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Caches serialized parts of responses. Each part depends only on one object of the catalogue, the fields selected
 * from it, and the shop's origin.
 */
export class FragmentCache {
  /** Fragments by object, then by `key`. Looking up the object itself is faster than building a text from its id. */
  readonly #fragments = new LRUCache<object, ReadonlyMap<string, RawJson>>({
    maxSize: maxCacheBytes,
    sizeCalculation: (fragments) => entryOverheadBytes + measureTexts(fragments),
  });

  /** @param key identifies the selection and the origin. */
  get(source: object, key: string): RawJson | undefined {
    return this.#fragments.get(source)?.get(key);
  }

  /**
   * Serializes and stores a fragment. If the object already has the maximum number of fragments, this one replaces them
   * all. Returns the serialized fragment, or `data` if it is too long to store.
   */
  set(source: object, key: string, data: Record<string, unknown>): unknown {
    const text = stringify(data);
    if (text.length > maxFragmentCharacters) return data;
    const json = new RawJson(text);
    const stored = this.#fragments.get(source);
    const hasSpace = stored !== undefined && stored.size < maxFragmentsPerObject;
    this.#fragments.set(source, new Map(hasSpace ? stored : []).set(key, json));
    return json;
  }
}

/** The memory of the fragments' texts in bytes. JavaScript strings take up to two bytes per character. */
function measureTexts(fragments: ReadonlyMap<string, RawJson>): number {
  let bytes = 0;
  for (const { text } of fragments.values()) bytes += text.length * 2;
  return bytes;
}

/** Serializes a response that may contain fragments. */
export function stringify(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(stringify).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields: string[] = [];
  for (const [key, item] of Object.entries(value)) {
    if (item !== undefined) fields.push(`${JSON.stringify(key)}:${stringify(item)}`);
  }
  return `{${fields.join(',')}}`;
}
