import { createHash } from 'node:crypto';
import path from 'node:path';

/** The longest path of a Unix domain socket that every system takes (macOS: 104 bytes with the final NUL). */
const longest = 103;

/**
 * Where a running service takes imports: a Unix domain socket in its data directory, which only its
 * owner can open, or a named pipe on Windows. Undefined when the directory's path is too long for one.
 */
export function doorAddress(dataDirectory: string): string | undefined {
  if (process.platform === 'win32') {
    const name = createHash('sha256').update(dataDirectory.toLowerCase()).digest('hex').slice(0, 32);
    return `\\\\.\\pipe\\open-bookshop-import-${name}`;
  }
  const absolute = path.join(dataDirectory, 'import.sock');
  const relative = path.relative(process.cwd(), absolute);
  return [absolute, relative].find((address) => Buffer.byteLength(address) <= longest);
}
