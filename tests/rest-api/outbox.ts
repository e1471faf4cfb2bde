import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestService } from './engines.ts';

type Service = Pick<TestService, 'settings'>;

/** Reads the e-mails to an address from a service's outbox, newest first. */
async function findEmailsTo({ settings }: Service, address: string): Promise<string[]> {
  const outbox = path.join(settings.DATA_DIR ?? '', 'outbox');
  const files = (await readdir(outbox)).toSorted().toReversed();
  const emails = await Promise.all(files.map((file) => readFile(path.join(outbox, file), 'utf8')));
  return emails.filter((email) => email.includes(`To: ${address}\r\n`));
}

export async function readNewestEmail(service: Service, address: string): Promise<string> {
  const [newest] = await findEmailsTo(service, address);
  if (newest === undefined) throw new Error(`The outbox contains no e-mail to ${address}.`);
  return newest;
}

/** The one-time password in an e-mail. */
export function parseOtp(email: string): string {
  const otp = /\(OTP\) is (\d{6})\./.exec(email)?.[1];
  if (otp === undefined) throw new Error('The e-mail contains no one-time password.');
  return otp;
}
