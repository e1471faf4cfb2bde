import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Those names of metrics in the tables of docs/operations.md that begin with a prefix, sorted. */
export async function listDocumentedMetrics(prefix: string): Promise<string[]> {
  const docs = await readFile(path.join(import.meta.dirname, '..', 'docs', 'operations.md'), 'utf8');
  return listNames(docs, /^\| `(\w+)` \|/gm, prefix);
}

/** Those names of metrics in a response to `/metrics` that begin with a prefix, sorted. */
export function listMetrics(metrics: string, prefix: string): string[] {
  return listNames(metrics, /^# TYPE (\w+) /gm, prefix);
}

function listNames(text: string, pattern: RegExp, prefix: string): string[] {
  const names = [...text.matchAll(pattern)].map(([, name = '']) => name);
  return names.filter((name) => name.startsWith(prefix)).sort();
}
