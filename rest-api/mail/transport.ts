import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';

export interface Email {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string | undefined;
}

/**
 * Delivers e-mails to a mail server. If there is none, writes those with one-time passwords to files in
 * `DATA_DIR/outbox`; all other e-mails then wait in the database.
 */
export interface MailTransport {
  /**
   * Resolves when the mail server has accepted the e-mail, or its file has been written. `id` is the unique part of
   * the Message-ID.
   */
  send(email: Email, id?: string): Promise<void>;
  close(): void;
}

/** The time limits of the individual steps, in milliseconds. That of the socket starts again with each byte. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** The time limit for sending an e-mail. The queue (`outbox.ts`) claims each e-mail for longer than that. */
const maxSendMs = 5 * 60_000;

/** Creates the configured transport. Every e-mail has the shop's name as its sender. */
export function createMailTransport(config: Config, log: Logger): MailTransport {
  return config.smtpUrl === undefined
    ? createDirectoryTransport(config, log)
    : createSmtpTransport(config.smtpUrl, config.shop.name);
}

/** `SMTP_URL` can contain the sender's address: `smtp://user:password@host?from=shop@example.com`. */
function createSmtpTransport(smtpUrl: string, shopName: string): MailTransport {
  const url = new URL(smtpUrl);
  const user = decodeURIComponent(url.username);
  const address = url.searchParams.get('from') ?? (user.includes('@') ? user : `no-reply@${url.hostname}`);
  url.searchParams.delete('from');
  const transport = createTransport({ url: url.href, ...timeouts });
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return {
    send: async (email, id = randomUUID()) => {
      await transport.sendMail({
        ...email,
        to: toRecipient(email),
        from: { name: shopName, address },
        messageId: `<${id}@${domain}>`,
        // Prevents automatic replies, such as out-of-office messages (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(maxSendMs),
      });
    },
    close: () => transport.close(),
  };
}

/** An object, because nodemailer parses strings: `a,b@example.com` would be two recipients. */
function toRecipient({ to }: Email) {
  return { name: '', address: to };
}

/** Writes each e-mail to an .eml file that only its owner can read. The path is logged, the content is not. */
function createDirectoryTransport({ dataDirectory, shop }: Config, log: Logger): MailTransport {
  const directory = path.join(dataDirectory, 'outbox');
  const transport = createTransport({ streamTransport: true, buffer: true });
  const from = { name: shop.name, address: 'no-reply@localhost' };
  return {
    send: async (email) => {
      const { message } = await transport.sendMail({ ...email, to: toRecipient(email), from });
      const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
      const file = path.join(directory, `${time}-${randomUUID().slice(0, 8)}.eml`);
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await writeFile(file, message, { mode: 0o600 });
      log.info({ file }, 'SMTP_URL is not set: wrote an e-mail to the outbox directory');
    },
    close: () => transport.close(),
  };
}
