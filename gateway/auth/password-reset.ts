import { hash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { tryParseJson } from '../rest/json.ts';
import type { KeyValueStore } from '../storage/key-value.ts';

const tokenTtlSeconds = 10 * 60;

const grantSchema = z.object({
  email: z.string(),
  /** Milliseconds since the epoch. */
  expiresAt: z.number(),
});

/** The permission to set a new password. */
export type ResetGrant = z.output<typeof grantSchema>;

/** Issues one-time tokens to users who have proved that an e-mail address is theirs. */
export class PasswordResetTokens {
  readonly #store: KeyValueStore;

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  /** Issues a token for an e-mail address. It can be used once, within ten minutes. */
  async issue(email: string): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const expiresAt = Date.now() + tokenTtlSeconds * 1000;
    await this.#store.set(keyOf(token), JSON.stringify({ email, expiresAt }), tokenTtlSeconds);
    return token;
  }

  /** Consumes a token and returns its grant; null for an invalid, used or expired token. */
  async redeem(token: string): Promise<ResetGrant | null> {
    const stored = await this.#store.take(keyOf(token));
    return grantSchema.safeParse(tryParseJson(stored ?? '')).data ?? null;
  }

  /**
   * Makes a consumed token valid again for the rest of its ten minutes. For a reset that failed through no fault
   * of the user.
   */
  async restore(token: string, grant: ResetGrant): Promise<void> {
    const secondsLeft = (grant.expiresAt - Date.now()) / 1000;
    if (secondsLeft > 0) await this.#store.set(keyOf(token), JSON.stringify(grant), secondsLeft);
  }
}

/** Contains only a digest of the token, so that read access to the store is not enough to reset a password. */
function keyOf(token: string): string {
  return `password-reset:${hash('sha256', token, 'base64url')}`;
}
