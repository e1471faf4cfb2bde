import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject } from 'vitest';

/** The one-time password out of the newest mail the shop sent to this address. */
export async function mailedOtp(email: string): Promise<string> {
  let otp: string | undefined;
  await expect
    .poll(async () => (otp = await findOtp(email)), { message: `a mail to ${email}` })
    .toBeDefined();
  return otp ?? '';
}

async function findOtp(email: string): Promise<string | undefined> {
  const folder = inject('mailFolder');
  for (const file of (await readdir(folder)).toSorted().toReversed()) {
    const mail = await readFile(path.join(folder, file), 'utf8');
    if (mail.includes(`To: ${email}\r\n`)) return /\(OTP\) is (\d{6})\./.exec(mail)?.[1];
  }
  return undefined;
}
