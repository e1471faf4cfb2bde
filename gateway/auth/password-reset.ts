import { hash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { tryParseJson } from '../rest/json.ts';
import type { KeyValueStore } from '../storage/key-value.ts';

const ttlSeconds = 10 * 60;

const grantShape = z.object({
  email: z.string(),
  /** In milliseconds of the epoch. */
  expiresAt: z.number(),
});

/** The right to set a new password. */
export type ResetGrant = z.output<typeof grantShape>;

/** Hands out one-time tokens to those who proved that an e-mail address is theirs. */
export class PasswordResets {
  readonly #store: KeyValueStore;

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  /** A token that stands for the e-mail address, once, within ten minutes. */
  async grant(email: string): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const expiresAt = Date.now() + ttlSeconds * 1000;
    await this.#store.set(keyOf(token), JSON.stringify({ email, expiresAt }), ttlSeconds);
    return token;
  }

  /** What a token stands for, which is then used up; null for a wrong, used or old one. */
  async redeem(token: string): Promise<ResetGrant | null> {
    const kept = await this.#store.take(keyOf(token));
    return grantShape.safeParse(tryParseJson(kept ?? '')).data ?? null;
  }

  /**
   * Makes a token good again whose reset did not come about for a reason of the shop's own, for the rest
   * of its ten minutes.
   */
  async restore(token: string, grant: ResetGrant): Promise<void> {
    const secondsLeft = (grant.expiresAt - Date.now()) / 1000;
    if (secondsLeft > 0) await this.#store.set(keyOf(token), JSON.stringify(grant), secondsLeft);
  }
}

/** The store holds a digest only: who reads it cannot reset anything. */
function keyOf(token: string): string {
  return `password-reset:${hash('sha256', token, 'base64url')}`;
}
