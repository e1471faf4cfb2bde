import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The names of metrics with this prefix in the tables of docs/operations.md, sorted. */
export async function listDocumentedMetrics(prefix: string): Promise<string[]> {
  const docs = await readFile(path.join(import.meta.dirname, '..', 'docs', 'operations.md'), 'utf8');
  return listNames(docs, /^\| `(\w+)` \|/gm, prefix);
}

/** The names of metrics with this prefix in a response to `/metrics`, sorted. */
export function listMetrics(metrics: string, prefix: string): string[] {
  return listNames(metrics, /^# TYPE (\w+) /gm, prefix);
}

function listNames(text: string, pattern: RegExp, prefix: string): string[] {
  const names = [...text.matchAll(pattern)].map(([, name = '']) => name);
  return names.filter((name) => name.startsWith(prefix)).sort();
}
