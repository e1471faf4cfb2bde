import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const web = path.resolve(import.meta.dirname, '../../web');

/** The sources and message files of the storefront, by path below `web/`. */
const files = new Map(
  readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((file) => !/^(dist|generated)\/|\.generated\.ts$/.test(file))
    .filter((file) => /\.tsx?$|^i18n\/locales\/.*\.json$/.test(file))
    .map((file) => [file, readFileSync(path.join(web, file), 'utf8')]),
);

/** The sources of the storefront as pairs of path and content. */
export const sources = [...files].filter(([file]) => !file.endsWith('.json'));

/** The namespaces of the message catalogue. */
export const namespaces = Object.keys(readMessages('en'));

/** The texts of a namespace in one language, by key. The parts of nested keys are joined by dots. */
export function readTexts(namespace: string, language: string): Map<string, string> {
  return new Map(flatten(readMessages(language)[namespace] ?? {}));
}

function readMessages(language: string): Record<string, object> {
  return JSON.parse(files.get(`i18n/locales/${language}.json`) ?? '{}');
}

function flatten(tree: object): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]): [string, string][] =>
    typeof value === 'object' && value !== null
      ? flatten(value).map(([rest, text]) => [`${key}.${rest}`, text])
      : [[key, String(value)]],
  );
}

/** A key without its plural suffix. */
export function removePluralSuffix(key: string): string {
  return key.replace(/_(zero|one|two|few|many|other)$/, '');
}
