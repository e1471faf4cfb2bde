import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject } from 'vitest';

/** Waits for an e-mail to this address and returns the one-time password from the newest one. */
export async function waitForOtp(email: string): Promise<string> {
  let otp: string | undefined;
  await expect
    .poll(async () => (otp = await findOtp(email)), { message: `OTP mailed to ${email}` })
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
