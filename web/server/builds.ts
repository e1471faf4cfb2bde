import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const distFolder = fileURLToPath(new URL('../dist', import.meta.url));
const storefrontBuilds = path.join(distFolder, 'storefront');

/** The texts of the operations that the storefront sends. */
export interface TrustedDocuments {
  /** Of the current build. */
  current: string[];
  /** Of the builds before it. Pages that were opened before a deployment still use them. */
  previous: string[];
}

/**
 * Finds the folder of the latest build. The server calls this only at startup, so it continues to use that build when
 * there is a newer one.
 *
 * @throws when there is none.
 */
export function findCurrentBuild(kind: 'storefront' | 'sandbox' = 'storefront'): string {
  const folder = path.join(distFolder, kind);
  try {
    return path.join(folder, readFileSync(path.join(folder, 'current'), 'utf8'));
  } catch (cause) {
    throw new Error(`The ${kind} has not been built. Run \`npm run build\`.`, { cause });
  }
}

/** Reads the documents of all builds that still exist. @throws when the storefront has not been built. */
export function readTrustedDocuments(): TrustedDocuments {
  const current = findCurrentBuild();
  const previous = readdirSync(storefrontBuilds)
    .filter((name) => /^[0-9a-f]{16}$/.test(name))
    .map((name) => path.join(storefrontBuilds, name))
    .filter((folder) => folder !== current);
  return { current: readDocuments(current), previous: previous.flatMap(readPreviousDocuments) };
}

function readDocuments(buildFolder: string): string[] {
  const text = readFileSync(path.join(buildFolder, 'trusted-documents.json'), 'utf8');
  return Object.values(z.record(z.string(), z.string()).parse(JSON.parse(text)));
}

/** A previous build may be removed at any time, and builds of old versions have no `trusted-documents.json`. */
function readPreviousDocuments(buildFolder: string): string[] {
  try {
    return readDocuments(buildFolder);
  } catch {
    return [];
  }
}
