import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
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

/** Waits for an e-mail to this address whose subject contains the given text. */
export async function waitForMail(email: string, subject: string): Promise<Email> {
  let mail: Email | undefined;
  await expect
    .poll(async () => (mail = await findMail(email, subject)), {
      message: `mail to ${email}: ${subject}`,
    })
    .toBeDefined();
  return mail ?? expect.fail('no mail');
}

async function findMail(email: string, subject: string): Promise<Email | undefined> {
  const folder = inject('mailFolder');
  for (const file of (await readdir(folder)).toSorted().toReversed()) {
    const mail = await PostalMime.parse(await readFile(path.join(folder, file)));
    const hasRecipient = mail.to?.some((recipient) => recipient.address === email) === true;
    if (hasRecipient && mail.subject?.includes(subject) === true) return mail;
  }
  return undefined;
}
