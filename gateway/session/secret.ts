import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The secret of a gateway that was given none: made once, then kept in the data folder for its owner alone. */
export async function keptSecret(dataDir: string): Promise<string> {
  const folder = path.join(dataDir, 'gateway');
  const file = path.join(folder, 'session-secret');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const secret = randomBytes(32).toString('hex');
    // 'wx' fails where the file is there already: of two gateways that start together one wins.
    await writeFile(file, `${secret}\n`, { flag: 'wx', mode: 0o600 });
    return secret;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    return (await readFile(file, 'utf8')).trim();
  }
}
