import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { PageAssets, PageStyle } from '../app/document.ts';
import type { LanguageCode } from '../i18n/languages.ts';

/** An entry of Vite's manifest. */
interface ManifestChunk {
  file: string;
  src?: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}

/** The files a page needs. */
export type AssetsOf = (modules: readonly string[], language: LanguageCode) => PageAssets;

type Manifest = Record<string, ManifestChunk>;

/**
 * Fonts that are fetched before the page is laid out: the Latin letters of titles and texts, and those
 * of Devanagari texts where all is written in them. They are a hundred kilobytes a face, and elsewhere
 * come with the first letter that needs them.
 */
const shownAlways = ['tiro-devanagari-marathi-latin-400-normal.woff2', 'mukta-latin-400-normal.woff2'];
const shownInDevanagari = [...shownAlways, 'mukta-devanagari-400-normal.woff2'];
const firstFonts: Record<LanguageCode, readonly string[]> = {
  en: shownAlways,
  mr: shownInDevanagari,
  hi: shownInDevanagari,
};

/**
 * Which files of the browser's build a page needs, by its language and the modules it is made of.
 *
 * @throws when the build is missing or a named module is not in it.
 */
export function productionAssets(clientFolder: string): AssetsOf {
  const manifest = readManifest(path.join(clientFolder, '.vite/manifest.json'));
  const fileOf = (font: string) =>
    Object.entries(manifest)
      .filter(([source]) => source.endsWith(font))
      .map(([, { file }]) => `/${file}`);
  const styles = inlinedStyles(manifest, clientFolder);
  return (modules, language) => {
    const chunks = closure(manifest, modules);
    const scripts = chunks.filter(({ isEntry }) => isEntry === true).map(({ file }) => `/${file}`);
    return {
      scripts,
      preloadedModules: [...new Set(chunks.map(({ file }) => `/${file}`))].filter(
        (file) => file.endsWith('.js') && !scripts.includes(file),
      ),
      styles: [...new Set(chunks.flatMap(({ css }) => css ?? []))].flatMap((file) => styles.get(file) ?? []),
      fonts: firstFonts[language].flatMap(fileOf),
    };
  };
}

/** Styles stand in the page: to fetch them first would keep it blank for another turn of the connection. */
function inlinedStyles(manifest: Manifest, clientFolder: string): Map<string, PageStyle> {
  const files = new Set(Object.values(manifest).flatMap(({ css }) => css ?? []));
  return new Map(
    [...files].map((file) => {
      const rules = readFileSync(path.join(clientFolder, file), 'utf8').trim();
      return [file, { href: `/${file}`, rules }];
    }),
  );
}

function readManifest(file: string): Manifest {
  // Written by our own build.
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
}

/** The chunks of these modules and all they import, each once, the imported first. */
function closure(manifest: Manifest, modules: readonly string[]): ManifestChunk[] {
  const found = new Map<string, ManifestChunk>();
  const visited = new Set<string>();
  const visit = (key: string) => {
    if (visited.has(key)) return;
    visited.add(key);
    const chunk = manifest[key];
    if (chunk === undefined)
      throw new Error(`The storefront's build has no module '${key}': build it again.`);
    for (const imported of chunk.imports ?? []) visit(imported);
    found.set(key, chunk);
  };
  for (const module of modules) visit(module);
  return [...found.values()];
}
