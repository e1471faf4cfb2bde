import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { PageAssets, PageStyle } from '../app/document.ts';
import { usesDevanagari } from '../i18n/book-languages.ts';
import type { LanguageCode } from '../i18n/languages.ts';

/** An entry of the Vite manifest. */
interface ManifestChunk {
  file: string;
  src?: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}

/** Returns the files that a page needs. */
export type GetAssets = (modules: readonly string[], language: LanguageCode) => PageAssets;

type Manifest = Record<string, ManifestChunk>;

/** The fonts of the first paint, see web/app/styles/fonts.css. */
const textFont = 'mukta-latin-400.woff2';
const latinFonts = ['tiro-devanagari-marathi-latin-400.woff2', textFont];
const devanagariFonts = [textFont, 'mukta-devanagari-400.woff2'];

/**
 * Reads the manifest of the client build and returns a function that looks up the files of a page in it.
 *
 * @throws when there is no build. The returned function throws when a module is not part of the build.
 */
export function createManifestLookup(clientFolder: string): GetAssets {
  const manifest = readManifest(path.join(clientFolder, '.vite/manifest.json'));
  const listFontUrls = (font: string) =>
    Object.entries(manifest)
      .filter(([source]) => source.endsWith(font))
      .map(([, { file }]) => `/${file}`);
  const styles = readStyles(manifest, clientFolder);
  return (modules, language) => {
    const chunks = collectChunks(manifest, modules);
    const files = new Set(chunks.map(({ file }) => `/${file}`));
    const entry = `/${chunks.find(({ isEntry }) => isEntry)?.file}`;
    return {
      entry,
      modules: [...files].filter((file) => file.endsWith('.js') && file !== entry),
      styles: [...new Set(chunks.flatMap(({ css }) => css ?? []))].flatMap((file) => styles.get(file) ?? []),
      fonts: (usesDevanagari(language) ? devanagariFonts : latinFonts).flatMap(listFontUrls),
    };
  };
}

/** Chakra's variables and keyframes: 14 kB that are the same on all pages with Chakra, so they are not inlined. */
const linkedStyles = /\/chakra-[^/]+\.css$/;

/** Reads the styles to inline, because fetching them would delay the first paint by a round trip. */
function readStyles(manifest: Manifest, clientFolder: string): Map<string, PageStyle> {
  const files = new Set(Object.values(manifest).flatMap(({ css }) => css ?? []));
  return new Map(
    [...files].map((file): [string, PageStyle] => {
      if (linkedStyles.test(file)) return [file, { href: `/${file}` }];
      const rules = readFileSync(path.join(clientFolder, file), 'utf8').trim();
      return [file, { href: `/${file}`, rules }];
    }),
  );
}

function readManifest(file: string): Manifest {
  // Our own build wrote the manifest, so it needs no validation.
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
}

/** The chunks of the modules and of everything they import, without duplicates, dependencies first. */
function collectChunks(manifest: Manifest, modules: readonly string[]): ManifestChunk[] {
  const chunks = new Map<string, ManifestChunk>();
  const visited = new Set<string>();
  const visit = (key: string) => {
    if (visited.has(key)) return;
    visited.add(key);
    const chunk = manifest[key];
    if (chunk === undefined)
      throw new Error(`The storefront build has no module '${key}'. Run \`npm run build\`.`);
    for (const imported of chunk.imports ?? []) visit(imported);
    chunks.set(key, chunk);
  };
  for (const module of modules) visit(module);
  return [...chunks.values()];
}
