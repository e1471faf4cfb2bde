import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { expect, inject } from 'vitest';
import { parseOtp } from '../rest-api/outbox.ts';

/** Waits for an e-mail to this address with a one-time password. Returns the password in the newest such e-mail. */
export async function waitForOtp(email: string): Promise<string> {
  const { text = '' } = await waitForMail(email, 'one-time password');
  return parseOtp(text);
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
