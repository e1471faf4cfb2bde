import { randomInt } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Database } from '../database/engine.ts';
import { passwordResets, users } from '../database/shopper-tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { HttpError } from '../http/errors.ts';
import type { Mailer } from '../mail/mailer.ts';
import { hashSecret, isSecret } from '../shoppers/passwords.ts';
import { byEmail } from '../shoppers/user-record.ts';

/** How often a one-time password may be guessed (requirements.md 7). */
const tries = 5;
/**
 * How many of them one e-mail may get in `windowMinutes`, so that guessing and flooding stay hopeless.
 * More than one caller needs: whoever asks for somebody else's must not use up the owner's.
 */
const maxOtpsInWindow = 20;
const windowMinutes = 60;
/** How long one is valid, and how long a verification may wait for the new password (requirements.md 7). */
const validity = sql`interval '10 minutes'`;

/**
 * Sends a new one-time password; an older one of the same user is no longer valid.
 * @throws HttpError 404 for an unknown e-mail, 429 after too many, 502 when the mail server fails.
 */
export async function sendOtp(database: Database, mailer: Mailer, email: string): Promise<void> {
  const [user] = await database
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(byEmail(email));
  if (user === undefined) throw new HttpError(404, 'Email not found');
  const otp = String(randomInt(1_000_000)).padStart(6, '0');
  const otpHash = await hashSecret(otp);
  await inTransaction(database, (transaction) => storeOtp(transaction, user.id, otpHash));
  try {
    await mailer.send({
      to: user.email,
      subject: 'Your one-time password',
      text: [
        // No name: whoever registered may have typed a message, and a stranger's e-mail address.
        'Hello,',
        '',
        `your one-time password (OTP) is ${otp}. It is valid for 10 minutes.`,
        '',
        'If you did not ask for it, you need not do anything: your password stays as it is.',
        '',
      ].join('\n'),
    });
  } catch (error) {
    await database.delete(passwordResets).where(eq(passwordResets.otpHash, otpHash));
    throw new HttpError(502, 'The mail could not be sent. Please try again later.', undefined, {}, error);
  }
}

async function storeOtp(transaction: Database, userId: number, otpHash: string): Promise<void> {
  await transaction.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
  const [earlier] = await transaction
    .select({ sent: passwordResets.sentInWindow })
    .from(passwordResets)
    .where(
      and(
        eq(passwordResets.userId, userId),
        gt(passwordResets.windowStartedAt, sql`now() - make_interval(mins => ${windowMinutes})`),
      ),
    );
  if (earlier !== undefined && earlier.sent >= maxOtpsInWindow) {
    const message = `Too many OTPs were asked for. Please try again in ${windowMinutes} minutes.`;
    throw new HttpError(429, message, undefined, { 'Retry-After': String(windowMinutes * 60) });
  }
  const fresh = {
    otpHash,
    expiresAt: sql`now() + ${validity}`,
    triesLeft: tries,
    verifiedAt: null,
    ...(earlier === undefined
      ? { sentInWindow: 1, windowStartedAt: sql`now()` }
      : { sentInWindow: earlier.sent + 1 }),
  };
  await transaction
    .insert(passwordResets)
    .values({ userId, ...fresh })
    .onConflictDoUpdate({ target: passwordResets.userId, set: fresh });
}

/**
 * Checks a one-time password; each check costs a try, however many run at once.
 * @throws HttpError 400 when it is wrong, too old, used, or has no tries left.
 */
export async function verifyOtp(database: Database, email: string, otp: string): Promise<void> {
  const user = database.select({ id: users.id }).from(users).where(byEmail(email));
  const [reset] = await database
    .update(passwordResets)
    .set({ triesLeft: sql`${passwordResets.triesLeft} - 1` })
    .where(
      and(
        eq(passwordResets.userId, sql`(${user})`),
        gt(passwordResets.triesLeft, 0),
        gt(passwordResets.expiresAt, sql`now()`),
        isNull(passwordResets.verifiedAt),
      ),
    )
    .returning({ otpHash: passwordResets.otpHash });
  const isRight = await isSecret(otp, reset?.otpHash);
  const verified =
    isRight && reset !== undefined
      ? await database
          .update(passwordResets)
          .set({ verifiedAt: sql`now()` })
          .where(and(eq(passwordResets.otpHash, reset.otpHash), isNull(passwordResets.verifiedAt)))
          .returning({ userId: passwordResets.userId })
      : [];
  if (verified.length === 0) throw new HttpError(400, 'Invalid OTP or OTP expired');
}

/**
 * Sets a new password after a verification, which is used up by it.
 * @throws HttpError 403 without a fresh verification.
 */
export async function resetPassword(database: Database, email: string, password: string): Promise<void> {
  const passwordHash = await hashSecret(password);
  await inTransaction(database, async (transaction) => {
    const user = transaction.select({ id: users.id }).from(users).where(byEmail(email));
    const [used] = await transaction
      .delete(passwordResets)
      .where(
        and(
          eq(passwordResets.userId, sql`(${user})`),
          gt(passwordResets.verifiedAt, sql`now() - ${validity}`),
        ),
      )
      .returning({ userId: passwordResets.userId });
    if (used === undefined) throw new HttpError(403, 'Password reset failed');
    // A demo shopper with a new password is no longer the one whose login is printed at start.
    await transaction.update(users).set({ passwordHash, origin: 'shop' }).where(eq(users.id, used.userId));
  });
}
