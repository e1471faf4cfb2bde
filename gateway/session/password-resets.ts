import { hash, randomBytes } from 'node:crypto';
import type { KeyValueStore } from '../stores/store.ts';

const lifetime = 10 * 60;

/** Hands out one-time tokens to those who proved that an e-mail address is theirs. */
export class PasswordResets {
  readonly #store: KeyValueStore;

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  /** A token that stands for the e-mail address, once, within ten minutes. */
  async grant(email: string): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.#store.set(keyOf(token), email, lifetime);
    return token;
  }

  /** The e-mail address of a token, which is then used up; null for a wrong, used or old one. */
  redeem(token: string): Promise<string | null> {
    return this.#store.take(keyOf(token));
  }

  /** Makes a token good again whose reset did not come about for a reason of the shop's own. */
  async restore(token: string, email: string): Promise<void> {
    await this.#store.set(keyOf(token), email, lifetime);
  }
}

/** The store holds a digest only: who reads it cannot reset anything. */
function keyOf(token: string): string {
  return `password-reset:${hash('sha256', token, 'base64url')}`;
}
