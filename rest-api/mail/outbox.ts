import { setTimeout } from 'node:timers/promises';
import { and, asc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { z } from 'zod';
import { emails } from '../database/back-office-tables.ts';
import type { Database, Engine } from '../database/engine.ts';
import { runInTransaction } from '../database/transaction.ts';
import type { Email, MailTransport } from './transport.ts';

/** Sends the queued e-mails, one at a time. */
export interface Outbox {
  /** Call this after committing a transaction that queued an e-mail, so that it is sent immediately. */
  wake(): void;
  /** Stops sending, and waits for the e-mail that is being sent. */
  close(): Promise<void>;
}

type StoredEmail = typeof emails.$inferSelect;

/** Polling finds e-mails that are due for a retry, and those that another process, such as a command, has queued. */
const pollIntervalMs = 5000;

/** How long a service claims an e-mail: longer than the transport may take to send it. */
const claimDuration = sql`interval '10 minutes'`;

/** E-mails are not retried for longer than this, because by then they would confuse the recipient. */
const maxRetryDurationMs = 3 * 24 * 3_600_000;
const recordSentRetryDelayMs = 1000;
const minRetryDelaySeconds = 30;
const maxRetryDelaySeconds = 3600;

/** Queues an e-mail in the transaction of the change that it reports. It is sent after the commit. */
export async function queueEmail(transaction: Database, { to, subject, text, html }: Email): Promise<void> {
  await transaction.insert(emails).values({ recipient: to, subject, text, html });
}

/**
 * Starts sending. Several services can share the queue: a service claims an e-mail before it sends it. If a service is
 * killed while sending an e-mail, the e-mail is sent again with the same Message-ID. Without a mail server, e-mails
 * wait.
 */
export async function startOutbox(
  { database, isShared }: Engine,
  transport: MailTransport | undefined,
  log: Logger,
): Promise<Outbox> {
  if (transport === undefined) return createLoggingOutbox(database, log);
  // No other process uses the embedded database, so existing claims are those of a service that was killed. A restart
  // also retries all waiting e-mails immediately, because it often follows a correction of `SMTP_URL`.
  if (!isShared) {
    await database
      .update(emails)
      .set({ claimedUntil: null, nextAttemptAt: sql`now()` })
      .where(isPendingEmail);
  }
  const closing = new AbortController();
  let isRequested = false;
  let running: Promise<void> | undefined;
  const sendAll = async () => {
    while (isRequested && !closing.signal.aborted) {
      isRequested = false;
      while (!closing.signal.aborted && (await sendNext(database, transport, log, closing.signal)));
    }
  };
  const wake = () => {
    isRequested = true;
    running ??= sendAll()
      .catch((error: unknown) => log.warn({ err: error }, 'could not read or update the queued e-mails'))
      .finally(() => {
        running = undefined;
        if (isRequested && !closing.signal.aborted) wake();
      });
  };
  const timer = setInterval(wake, pollIntervalMs);
  wake();
  return {
    wake,
    close: async () => {
      closing.abort();
      clearInterval(timer);
      await running;
    },
  };
}

/** Creates an outbox that only logs, once, that e-mails are waiting for a mail server. */
function createLoggingOutbox(database: Database, log: Logger): Outbox {
  let isReported = false;
  let reporting = Promise.resolve();
  const report = async () => {
    // Callers wake the outbox after every change that may have queued an e-mail.
    if (isReported || (await database.$count(emails, isPendingEmail)) === 0) return;
    isReported = true;
    log.warn(
      'SMTP_URL is not set: e-mails about orders, enquiries and accounts wait in the database until it is',
    );
  };
  const wake = () => {
    reporting = reporting
      .then(report)
      .catch((error: unknown) => log.warn({ err: error }, 'could not read the queued e-mails'));
  };
  wake();
  return { wake, close: () => reporting };
}

/** Selects the e-mails that are still to be sent: those that have neither been sent nor failed permanently. */
export const isPendingEmail = and(isNull(emails.sentAt), isNull(emails.failedAt));

/** Sends the next due e-mail. Returns whether there was one. */
async function sendNext(
  database: Database,
  transport: MailTransport,
  log: Logger,
  closing: AbortSignal,
): Promise<boolean> {
  const email = await runInTransaction(database, claimNext);
  if (email === undefined) return false;
  try {
    await transport.send({ ...email, to: email.recipient, html: email.html ?? undefined }, email.messageId);
  } catch (error) {
    await recordFailure(database, email, error, log);
    return true;
  }
  await recordSent(database, email, log, closing);
  return true;
}

/**
 * Tries until the database accepts the change, because an e-mail that is not recorded as sent is sent again. Once the
 * service is stopping, tries at most once more.
 */
async function recordSent(
  database: Database,
  { id }: StoredEmail,
  log: Logger,
  closing: AbortSignal,
): Promise<void> {
  for (let isReported = false; ; isReported = true) {
    try {
      await runInTransaction(database, (transaction) =>
        transaction
          .update(emails)
          .set({ sentAt: sql`now()`, claimedUntil: null, lastError: null })
          .where(eq(emails.id, id)),
      );
      return;
    } catch (error) {
      if (closing.aborted) throw error;
      if (!isReported) {
        const message = 'an e-mail was sent, but this could not be recorded; trying again until it is';
        log.error({ mail: id, err: error }, message);
      }
      await setTimeout(recordSentRetryDelayMs, undefined, { signal: closing }).catch(() => undefined);
    }
  }
}

/**
 * Claims the next e-mail that is due. Ignores a time that is further ahead than the outbox ever sets: it was stored
 * before the clock was set back.
 */
async function claimNext(transaction: Database): Promise<StoredEmail | undefined> {
  const due = transaction
    .select({ id: emails.id })
    .from(emails)
    .where(
      and(
        isPendingEmail,
        or(
          lte(emails.nextAttemptAt, sql`now()`),
          gt(emails.nextAttemptAt, sql`now() + make_interval(secs => ${maxRetryDelaySeconds})`),
        ),
        or(
          isNull(emails.claimedUntil),
          lte(emails.claimedUntil, sql`now()`),
          gt(emails.claimedUntil, sql`now() + ${claimDuration}`),
        ),
      ),
    )
    .orderBy(asc(emails.nextAttemptAt), asc(emails.id))
    .limit(1)
    .for('update', { skipLocked: true });
  const [claimed] = await transaction
    .update(emails)
    .set({ attempts: sql`${emails.attempts} + 1`, claimedUntil: sql`now() + ${claimDuration}` })
    .where(eq(emails.id, sql`(${due})`))
    .returning();
  return claimed;
}

/**
 * The codes in an error of Nodemailer. `originalCode` is that of the underlying error, such as ECONNREFUSED. `command` is
 * the SMTP command that failed.
 */
const smtpError = z
  .object({ code: z.string(), originalCode: z.string(), command: z.string(), responseCode: z.number() })
  .partial();

/**
 * Retries later, with growing delays. Gives up after three days, or if the mail server permanently rejects the
 * recipient. A rejected sender is usually a wrong setting, which affects all e-mails and can be corrected.
 */
async function recordFailure(
  database: Database,
  email: StoredEmail,
  error: unknown,
  log: Logger,
): Promise<void> {
  const { responseCode = 0 } = readSmtpError(error);
  const isRejected = isRecipientRejected(error) && responseCode >= 500;
  const retriesStartedAt = email.retriedAt ?? email.createdAt;
  const shouldGiveUp = isRejected || Date.now() - retriesStartedAt.getTime() > maxRetryDurationMs;
  const delaySeconds = Math.min(minRetryDelaySeconds * 2 ** (email.attempts - 1), maxRetryDelaySeconds);
  const reason = summarizeSmtpError(error);
  await runInTransaction(database, (transaction) =>
    transaction
      .update(emails)
      .set({
        claimedUntil: null,
        lastError: reason,
        nextAttemptAt: sql`now() + make_interval(secs => ${delaySeconds})`,
        ...(shouldGiveUp && { failedAt: sql`now()` }),
      })
      .where(eq(emails.id, email.id)),
  );
  const details = { mail: email.id, reason, attempts: email.attempts };
  if (shouldGiveUp) log.error(details, 'gave up sending an e-mail');
  else log.warn({ ...details, retrySeconds: delaySeconds }, 'could not send an e-mail; it will be retried');
}

/**
 * Whether the mail server rejected the recipient, temporarily or for good, but otherwise works. Status 421 does not
 * count: with it, the server closes the connection (RFC 5321, 3.8).
 */
export function isRecipientRejected(error: unknown): boolean {
  const { code, command, responseCode } = readSmtpError(error);
  const isRejected = code === 'EENVELOPE' && command === 'RCPT TO';
  return isRejected && responseCode !== undefined && responseCode !== 421;
}

/**
 * Returns the codes of an error, to be logged or stored. Its message is left out, because it may contain the
 * recipient's address.
 */
export function summarizeSmtpError(error: unknown): string {
  const { code, originalCode, responseCode } = readSmtpError(error);
  return [code, originalCode, responseCode].filter(Boolean).join(' ') || 'unknown';
}

function readSmtpError(error: unknown) {
  return smtpError.safeParse(error).data ?? {};
}
