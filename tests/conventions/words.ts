import { discouragedWords, exemptFiles } from './discouraged-words.ts';
import type { SourceFile } from './import-rules.ts';

/** The discouraged words in the files, each as a line with its location and what to write instead. */
export function findDiscouragedWords(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => !exemptFiles.some((exempt) => exempt.test(path)))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => checkLine(line, `${path}:${index + 1}`)),
    );
}

function checkLine(line: string, location: string): string[] {
  return discouragedWords.flatMap(({ pattern, instead }) => {
    const [found] = pattern.exec(line) ?? [];
    return found === undefined ? [] : [`${location}: “${found}” – write: ${instead}.`];
  });
}
