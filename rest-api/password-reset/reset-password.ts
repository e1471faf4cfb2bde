import { randomInt } from 'node:crypto';
import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '../database/engine.ts';
import { passwordResets, users } from '../database/shopper-tables.ts';
import { runInTransaction } from '../database/transaction.ts';
import { formatCount } from '../format-count.ts';
import { HttpError } from '../http/errors.ts';
import { isRecipientRejected, summarizeSmtpError } from '../mail/outbox.ts';
import { hashSecret, verifySecret } from '../shoppers/passwords.ts';
import { buildUserEmailCondition } from '../shoppers/user-record.ts';

/** The number of attempts to enter a one-time password before it becomes invalid (requirements.md 7). */
const maxAttempts = 5;
/**
 * How many one-time passwords may be sent to one user within `windowMinutes`. The limit prevents guessing and flooding.
 * It is higher than the 60 that strangers can request through the gateway in one window
 * (`gateway/auth/attempt-limits.ts`), so that they cannot lock out the account's owner.
 */
const maxOtpsPerWindow = 70;
const windowMinutes = 60;
const windowLeft = sql`${passwordResets.windowStartedAt} + make_interval(mins => ${windowMinutes}) - now()`;
/** How long an OTP is valid, and how long a verified user may take to set a new password (requirements.md 7). */
const validity = sql`interval '10 minutes'`;

// The upper limits exclude times that were stored while the clock was ahead.
const isUnexpired = and(
  gt(passwordResets.expiresAt, sql`now()`),
  lte(passwordResets.expiresAt, sql`now() + ${validity}`),
);
const isRecentlyVerified = and(
  gt(passwordResets.verifiedAt, sql`now() - ${validity}`),
  lte(passwordResets.verifiedAt, sql`now()`),
);
const isWindowOpen = and(gt(windowLeft, sql`interval '0'`), lte(passwordResets.windowStartedAt, sql`now()`));

/**
 * Sends a new one-time password, which invalidates the previous one.
 * @throws HttpError 404 for an unknown e-mail address, 422 with `rejectedMessage` if the mail server rejects the
 * address, 429 after too many requests, 502 if the e-mail cannot be sent.
 */
export async function sendOtp(
  database: Database,
  email: string,
  deliver: (email: string, otp: string) => Promise<void>,
  rejectedMessage: string,
  log: Logger,
): Promise<void> {
  const [user] = await database.select({ id: users.id }).from(users).where(buildUserEmailCondition(email));
  if (user === undefined) throw createEmailNotFoundError();
  const otp = String(randomInt(1_000_000)).padStart(6, '0');
  const otpHash = await hashSecret(otp);
  const recipient = await runInTransaction(database, (transaction) =>
    storeOtp(transaction, user.id, email, otpHash),
  );
  try {
    await deliver(recipient, otp);
  } catch (error) {
    // Expires the OTP instead of deleting its row, because the row also holds the count for the limit.
    await runInTransaction(database, (transaction) =>
      transaction
        .update(passwordResets)
        .set({ expiresAt: sql`now()` })
        .where(eq(passwordResets.otpHash, otpHash)),
    );
    if (isRecipientRejected(error)) {
      // The server may reject every recipient, for example because it does not relay e-mails for this host.
      const details = { user: user.id, reason: summarizeSmtpError(error) };
      log.warn(details, 'the mail server rejected the recipient of a one-time password');
      // Not a server error, which would make clients conclude that no e-mail can be sent to anybody.
      throw new HttpError(422, rejectedMessage);
    }
    throw new HttpError(502, 'The e-mail could not be sent. Please try again later.', { cause: error });
  }
}

function createEmailNotFoundError(): HttpError {
  return new HttpError(404, 'Email not found');
}

/**
 * Stores an OTP, and returns the user's e-mail address. Locks the user: a concurrent change of the e-mail address
 * therefore waits for this transaction, and expires this OTP too.
 */
async function storeOtp(
  transaction: Database,
  userId: number,
  email: string,
  otpHash: string,
): Promise<string> {
  const [user] = await transaction
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), buildUserEmailCondition(email)))
    .for('update');
  if (user === undefined) throw createEmailNotFoundError();
  const [earlier] = await transaction
    .select({
      sent: passwordResets.sentInWindow,
      secondsLeft: sql`ceil(extract(epoch from ${windowLeft}))`.mapWith(Number),
    })
    .from(passwordResets)
    .where(and(eq(passwordResets.userId, userId), isWindowOpen));
  if (earlier !== undefined && earlier.sent >= maxOtpsPerWindow) {
    const minutesLeft = formatCount(Math.ceil(earlier.secondsLeft / 60), 'minute');
    const message = `Too many OTPs were requested. Please try again in ${minutesLeft}.`;
    throw new HttpError(429, message, { headers: { 'Retry-After': String(earlier.secondsLeft) } });
  }
  const values = {
    otpHash,
    expiresAt: sql`now() + ${validity}`,
    attemptsLeft: maxAttempts,
    verifiedAt: null,
    ...(earlier === undefined
      ? { sentInWindow: 1, windowStartedAt: sql`now()` }
      : { sentInWindow: earlier.sent + 1 }),
  };
  await transaction
    .insert(passwordResets)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: passwordResets.userId, set: values });
  return user.email;
}

/**
 * Verifies a one-time password. Each call uses up one attempt, even when calls run concurrently.
 * @throws HttpError 400 if it is wrong, expired or used, or if no attempts are left.
 */
export async function verifyOtp(database: Database, email: string, otp: string): Promise<void> {
  const user = database.select({ id: users.id }).from(users).where(buildUserEmailCondition(email));
  const [reset] = await runInTransaction(database, (transaction) =>
    transaction
      .update(passwordResets)
      .set({ attemptsLeft: sql`${passwordResets.attemptsLeft} - 1` })
      .where(
        and(
          eq(passwordResets.userId, sql`(${user})`),
          gt(passwordResets.attemptsLeft, 0),
          isUnexpired,
          isNull(passwordResets.verifiedAt),
        ),
      )
      .returning({ otpHash: passwordResets.otpHash }),
  );
  const isCorrect = await verifySecret(otp, reset?.otpHash);
  const verified =
    isCorrect && reset !== undefined
      ? await runInTransaction(database, (transaction) =>
          transaction
            .update(passwordResets)
            .set({ verifiedAt: sql`now()` })
            .where(
              and(eq(passwordResets.otpHash, reset.otpHash), isUnexpired, isNull(passwordResets.verifiedAt)),
            )
            .returning({ userId: passwordResets.userId }),
        )
      : [];
  if (verified.length === 0) throw new HttpError(400, 'Invalid OTP or OTP expired');
}

/**
 * Sets a new password after a verification, which can be used only once.
 * @throws HttpError 403 if there was no recent verification.
 */
export async function resetPassword(database: Database, email: string, password: string): Promise<void> {
  const passwordHash = await hashSecret(password);
  await runInTransaction(database, async (transaction) => {
    const user = transaction.select({ id: users.id }).from(users).where(buildUserEmailCondition(email));
    const [verification] = await transaction
      .delete(passwordResets)
      .where(and(eq(passwordResets.userId, sql`(${user})`), isRecentlyVerified))
      .returning({ userId: passwordResets.userId });
    if (verification === undefined) throw new HttpError(403, 'Password reset failed');
    // A demo account, whose password is published, becomes an account of the shop.
    await transaction
      .update(users)
      .set({ passwordHash, origin: 'shop' })
      .where(eq(users.id, verification.userId));
  });
}
