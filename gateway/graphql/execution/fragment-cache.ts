/** So many parts are kept in all, of the longest that are kept, in characters. */
const [mostParts, longestPart] = [20_000, 4_000];

/** A part of an answer, as it stands in its JSON. */
class KeptPart {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Parts of answers that depend on one object of the catalogue alone, by the place in the query that
 * asks for it. All are made from one version of the catalogue for one origin.
 */
export class FragmentCache {
  readonly #version: string;
  readonly #origin: string;
  readonly #parts = new Map<object, Map<unknown, KeptPart>>();
  #count = 0;

  constructor(version: string, origin: string) {
    this.#version = version;
    this.#origin = origin;
  }

  /** Whether these are the parts of this version and this origin. */
  areOf(version: string, origin: string): boolean {
    return this.#version === version && this.#origin === origin;
  }

  get(place: object, source: unknown): KeptPart | undefined {
    return this.#parts.get(place)?.get(source);
  }

  /** Keeps a part; gives what stands for it in an answer. */
  keep(place: object, source: unknown, data: Record<string, unknown>): unknown {
    const text = jsonOf(data);
    if (text.length > longestPart) return data;
    if (this.#count >= mostParts) {
      this.#parts.clear();
      this.#count = 0;
    }
    const part = new KeptPart(text);
    const parts = this.#parts.get(place) ?? new Map<unknown, KeptPart>();
    this.#parts.set(place, parts.set(source, part));
    this.#count += 1;
    return part;
  }
}

/** The JSON of an answer, of which some parts may be kept ones. */
export function jsonOf(value: unknown): string {
  if (value instanceof KeptPart) return value.text;
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields: string[] = [];
  for (const [key, item] of Object.entries(value)) fields.push(`${JSON.stringify(key)}:${jsonOf(item)}`);
  return `{${fields.join(',')}}`;
}
