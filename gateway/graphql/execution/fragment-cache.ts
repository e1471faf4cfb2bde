import { LRUCache } from 'lru-cache';

const maxCacheBytes = 32 * 1024 * 1024;
const maxFragmentCharacters = 4_000;
/** Approximate memory of an entry besides its text and key. */
const entryOverheadBytes = 200;

/** Part of a response that is already serialized as JSON. */
class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Serialized parts of responses that depend on a single object of the catalogue and the caller's origin. */
export class FragmentCache {
  readonly #fragments = new LRUCache<string, { source: object; json: RawJson }>({
    maxSize: maxCacheBytes,
    // JavaScript strings take up to two bytes per character.
    sizeCalculation: ({ json }, key) => (json.text.length + key.length) * 2 + entryOverheadBytes,
  });

  /** @param source the fragment is returned only if it was made from this very object. */
  get(key: string, source: object): RawJson | undefined {
    const fragment = this.#fragments.get(key);
    return fragment?.source === source ? fragment.json : undefined;
  }

  /** Serializes and stores a fragment. Returns the serialized fragment, or `data` if it is too long to store. */
  set(key: string, source: object, data: Record<string, unknown>): unknown {
    const text = stringify(data);
    if (text.length > maxFragmentCharacters) return data;
    const json = new RawJson(text);
    this.#fragments.set(key, { source, json });
    return json;
  }
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
