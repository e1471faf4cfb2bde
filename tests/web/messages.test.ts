import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const web = path.resolve(import.meta.dirname, '../../web');

/** The sources and message files of the storefront, by their path below `web/`. */
const files = new Map(
  readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((file) => !/^(dist|generated)\/|\.generated\.ts$/.test(file))
    .filter((file) => /\.tsx?$|messages\.en\.json$/.test(file))
    .map((file) => [file, readFileSync(path.join(web, file), 'utf8')]),
);

/** What a source may ask for: any string may be a key; `` t(`a.${which}`) `` asks for several. */
const quoted = /'([\w.]+)'|i18nKey="([\w.]+)"|\bt\(\s*`([\w.]*\$\{[^`]*)`/g;

/** The namespaces a source reads. Its keys may stand in a table of a neighbour that reads none. */
const reading = /(?:useTranslation|useTexts)\('(\w+)'\)|TFunction<'(\w+)'>/g;

const namespaces = [...files.keys()]
  .filter((file) => file.endsWith('messages.en.json'))
  .map((file) => ({ namespace: path.basename(path.dirname(file)), folder: path.dirname(file), file }));

describe('the message catalogue', () => {
  // That no screen asks for a text that is missing is what `tsc` sees to.
  it.each(namespaces)('$namespace has no text that nobody shows', ({ namespace, folder, file }) => {
    const asked = [...files].flatMap(([source, text]) =>
      readsNamespace(source, text, namespace, folder) ? keysIn(text) : [],
    );
    const known = new Set(keysOf(JSON.parse(files.get(file) ?? '')).map(withoutPlural));
    expect(known.size).toBeGreaterThan(0);
    expect([...known].filter((key) => !asked.some((one) => one.test(key)))).toEqual([]);
  });
});

function readsNamespace(source: string, text: string, namespace: string, folder: string): boolean {
  if (source.endsWith('.json')) return false;
  const read = [...text.matchAll(reading)].map(([, hook, type]) => hook ?? type);
  return read.length === 0 ? path.dirname(source) === folder : read.includes(namespace);
}

/** Every string of a source that could be a key, as a pattern for the keys it stands for. */
function keysIn(text: string): RegExp[] {
  return [...text.matchAll(quoted)].map(([, literal, attribute, template]) => {
    const parts = (literal ?? attribute ?? template ?? '').split(/\$\{[^}]*\}/);
    return new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('[^.]+')}$`);
  });
}

/** A list of paragraphs or sections is one text: it is asked for whole. */
function keysOf(tree: object): string[] {
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? keysOf(value).map((rest) => `${key}.${rest}`)
      : [key],
  );
}

function withoutPlural(key: string): string {
  return key.replace(/_(one|other)$/, '');
}
