import type { Readable } from 'node:stream';

/**
 * Reads the lines of a UTF-8 stream with one JSON value on each. Unlike `readline`, it splits only at line feeds:
 * strings in JSON may contain U+2028 and U+2029, at which `readline` splits too.
 * Does not close the stream if the caller stops reading, because an HTTP request must stay open for its response.
 * @throws the stream's error, also if the stream is closed before its end.
 */
export async function* readLines(stream: Readable): AsyncGenerator<string> {
  let incompleteLine = '';
  for await (const chunk of stream.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    const [first = '', ...others] = String(chunk).split('\n');
    incompleteLine += first;
    for (const line of others) {
      yield incompleteLine;
      incompleteLine = line;
    }
  }
  if (incompleteLine !== '') yield incompleteLine;
}
