import path from 'node:path';
import { foldersImportingOtherTiers, generatedFilePattern, importLayers } from './import-layers.ts';

/** A source file: its path from the project's root, and its text. */
export interface SourceFile {
  path: string;
  text: string;
}

const importSpecifier = /(?:\bfrom|\bimport|\bimport\(|\bglob\()\s*'((?:\.{1,2}\/|#)[^']+)'/g;

/** The imports that break the rules, each as a line that says what is wrong. */
export function findForbiddenImports(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path: file, text }) =>
    [...text.matchAll(importSpecifier)].flatMap(([, specifier = '']) => {
      const target = resolveSpecifier(file, specifier);
      const violation = findViolation(file, target);
      return violation === undefined ? [] : [`${file} imports ${target}: ${violation}`];
    }),
  );
}

/** Files that belong to no layer. A new folder must be added to the layers. */
export function findFilesWithoutLayer(files: readonly SourceFile[]): string[] {
  return files.filter((file) => findLayer(file.path) === undefined).map((file) => file.path);
}

function resolveSpecifier(file: string, specifier: string): string {
  return specifier.startsWith('#')
    ? specifier.slice(1)
    : path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
}

function findViolation(file: string, target: string): string | undefined {
  const from = findLayer(file);
  const to = findLayer(target);
  if (from === undefined || generatedFilePattern.test(file)) return undefined;
  if (to === undefined) return isReservedForTests(target) ? 'only tests may import from there.' : undefined;
  if (getTier(file) !== getTier(target) && !foldersImportingOtherTiers.includes(from.name)) {
    return `${getTier(file)}/ may depend only on the contract of ${getTier(target)}/.`;
  }
  if (from.name === to.name || generatedFilePattern.test(target)) return undefined;
  if (to.level > from.level) return `${to.name} is above ${from.name} (tests/conventions/import-layers.ts).`;
  if (to.level === from.level)
    return `${to.name} and ${from.name} are siblings (tests/conventions/import-layers.ts).`;
  return undefined;
}

interface Layer {
  /** The folder or file that matches the entry: `web/features/cart` for the pattern `web/features/*`. */
  name: string;
  level: number;
}

/** Finds the most specific entry that contains a file. */
function findLayer(file: string): Layer | undefined {
  const found = importLayers.flatMap((entries, level) =>
    entries.flatMap((entry) => {
      const name = entry.endsWith('/*') ? findFolderBelow(entry.slice(0, -1), file) : entry;
      return name !== undefined && (file === name || file.startsWith(`${name}/`)) ? [{ name, level }] : [];
    }),
  );
  return found.sort((a, b) => b.name.length - a.name.length)[0];
}

function findFolderBelow(parent: string, file: string): string | undefined {
  const [folder] = file.startsWith(parent) ? file.slice(parent.length).split('/') : [];
  return folder === undefined ? undefined : `${parent}${folder}`;
}

function getTier(file: string): string {
  return file.split('/')[0] ?? '';
}

function isReservedForTests(file: string): boolean {
  return file.startsWith('tests/') || file.startsWith('.ci/');
}
