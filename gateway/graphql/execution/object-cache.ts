import { LRUCache } from 'lru-cache';

const maxCacheBytes = 32 * 1024 * 1024;
const maxTextCharacters = 4_000;
/** Limits the memory of an object that many different queries select. */
const maxSelectionsPerObject = 8;
/** Approximate memory of an object's entry besides its texts. */
const entryOverheadBytes = 400;

/** Part of a response that is already serialized as JSON. */
class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Caches the JSON of catalogue objects in responses. The JSON depends only on the object, the fields selected from it,
 * and the shop's origin.
 */
export class ObjectCache {
  /** JSON by object, then by `key`. Looking up the object itself is faster than building a text from its id. */
  readonly #objects = new LRUCache<object, ReadonlyMap<string, RawJson>>({
    maxSize: maxCacheBytes,
    sizeCalculation: (entries) => entryOverheadBytes + measureTexts(entries),
  });

  /** @param key identifies the selection and the origin. */
  get(source: object, key: string): RawJson | undefined {
    return this.#objects.get(source)?.get(key);
  }

  /**
   * Serializes and stores the selected fields of an object. If the maximum number of selections is already stored for
   * the object, this one replaces them all. Returns the JSON, or `data` if the JSON is too long to store.
   */
  set(source: object, key: string, data: Record<string, unknown>): unknown {
    const text = stringify(data);
    if (text.length > maxTextCharacters) return data;
    const json = new RawJson(text);
    const stored = this.#objects.get(source);
    const hasSpace = stored !== undefined && stored.size < maxSelectionsPerObject;
    this.#objects.set(source, new Map(hasSpace ? stored : []).set(key, json));
    return json;
  }
}

/** The memory of the texts in bytes. JavaScript strings take up to two bytes per character. */
function measureTexts(entries: ReadonlyMap<string, RawJson>): number {
  let bytes = 0;
  for (const { text } of entries.values()) bytes += text.length * 2;
  return bytes;
}

/** Serializes a response that may contain serialized objects. */
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
