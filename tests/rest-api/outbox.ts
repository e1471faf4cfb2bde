import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestService } from './engines.ts';

type Service = Pick<TestService, 'settings'>;

/** The mails to an address that lie in a service's outbox, the newest first. */
export async function mailsTo({ settings }: Service, address: string): Promise<string[]> {
  const outbox = path.join(settings.DATA_DIR ?? '', 'outbox');
  const files = (await readdir(outbox)).toSorted().toReversed();
  const mails = await Promise.all(files.map((file) => readFile(path.join(outbox, file), 'utf8')));
  return mails.filter((mail) => mail.includes(`To: ${address}\r\n`));
}

export async function newestMail(service: Service, address: string): Promise<string> {
  const [newest] = await mailsTo(service, address);
  if (newest === undefined) throw new Error('There is no such mail in the outbox.');
  return newest;
}
