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

/** Delivers e-mails: to a mail server or to the outbox folder. */
interface Transport {
  /** Resolves when the mail server has accepted the e-mail, or its file has been written. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

export interface Mailer {
  /** Resolves when the mail server has accepted the e-mail, or its file has been written. */
  send(mail: Mail): Promise<void>;
  /** Sends an e-mail without waiting for it. A failure is logged. */
  sendInBackground(mail: Mail): void;
  /** Waits for e-mails that are being sent. */
  close(): Promise<void>;
}

/** Creates a mailer for the configured mail server, or for the outbox in the data directory if there is none. */
export function createMailer(config: Config, log: Logger): Mailer {
  const transport =
    config.smtpUrl === undefined
      ? createOutboxTransport(path.join(config.dataDirectory, 'outbox'), log)
      : createSmtpTransport(config.smtpUrl);
  const pending = new Set<Promise<void>>();
  return {
    send: transport.send,
    sendInBackground: (mail) => {
      const sending = transport.send(mail).catch((error: unknown) => {
        // Only the code is logged: the message may contain the recipient's address.
        const reason = error instanceof Error && 'code' in error ? error.code : 'unknown';
        log.error({ reason, subject: mail.subject }, 'could not send an e-mail');
      });
      pending.add(sending);
      void sending.then(() => pending.delete(sending));
    },
    close: async () => {
      await Promise.all(pending);
      transport.close();
    },
  };
}

/** `SMTP_URL` can contain the sender: `smtp://user:password@host?from=shop@example.com`. */
function createSmtpTransport(smtpUrl: string): Transport {
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

/** Writes each e-mail to an .eml file that only its owner can read. The log contains the path but no content. */
function createOutboxTransport(directory: string, log: Logger): Transport {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail({ ...mail, from: 'no-reply@localhost' });
      const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
      const file = path.join(directory, `${time}-${randomUUID().slice(0, 8)}.eml`);
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await writeFile(file, message, { mode: 0o600 });
      log.info({ file }, 'SMTP_URL is not set: wrote an e-mail to the outbox');
    },
    close: () => transport.close(),
  };
}
