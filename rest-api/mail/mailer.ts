import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Takes mails for delivery. */
interface Carrier {
  /** Ends when the mail server has taken the mail, or the mail lies in the outbox. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

export interface Mailer {
  /** Ends when the mail server has taken the mail, or the mail lies in the outbox. */
  send(mail: Mail): Promise<void>;
  /** Sends a mail that nobody waits for; the log tells of a failure. */
  sendInBackground(mail: Mail): void;
  /** Ends when nothing is being sent any more. */
  close(): Promise<void>;
}

/** Mails go to the mail server of the settings, or else into files of the data directory. */
export function createMailer(config: Config, log: Logger): Mailer {
  const carrier =
    config.smtpUrl === undefined
      ? outboxCarrier(path.join(config.dataDirectory, 'outbox'), log)
      : smtpCarrier(config.smtpUrl);
  const underWay = new Set<Promise<void>>();
  return {
    send: carrier.send,
    sendInBackground: (mail) => {
      const sending = carrier.send(mail).catch((error: unknown) => {
        // The error itself may name the address.
        const reason = error instanceof Error && 'code' in error ? error.code : 'unknown';
        log.error({ reason, subject: mail.subject }, 'a mail could not be sent');
      });
      underWay.add(sending);
      void sending.then(() => underWay.delete(sending));
    },
    close: async () => {
      await Promise.all(underWay);
      carrier.close();
    },
  };
}

/** `SMTP_URL` may name the sender: `smtp://user:password@host?from=shop@example.com`. */
function smtpCarrier(smtpUrl: string): Carrier {
  const url = new URL(smtpUrl);
  const user = decodeURIComponent(url.username);
  const from = url.searchParams.get('from') ?? (user.includes('@') ? user : `no-reply@${url.hostname}`);
  url.searchParams.delete('from');
  const transport = createTransport({
    url: url.href,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  });
  return {
    send: async (mail) => {
      await transport.sendMail({ ...mail, from });
    },
    close: () => transport.close(),
  };
}

/** The mail as a mail program would show it, readable by its owner alone; the log says where, not what. */
function outboxCarrier(directory: string, log: Logger): Carrier {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail({ ...mail, from: 'no-reply@localhost' });
      const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
      const file = path.join(directory, `${time}-${randomUUID().slice(0, 8)}.eml`);
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await writeFile(file, message, { mode: 0o600 });
      log.info({ file }, 'SMTP_URL is not set: a mail went to the outbox');
    },
    close: () => transport.close(),
  };
}
