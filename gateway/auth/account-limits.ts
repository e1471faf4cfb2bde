import { hash } from 'node:crypto';
import type { KeyValueStore } from '../storage/key-value.ts';
import type { AttemptLimits } from './attempt-limits.ts';
import { emailSubjectOf, normalizeIdentifier, normalizePhone } from './identifiers.ts';

/** What is tried about an account: a login by its contact number, the others by its e-mail address. */
export type AccountAttempt = 'login' | 'otp' | 'otp check';

/** How long a network stays known after a login, in seconds. */
const knownNetworkTtlSeconds = 30 * 24 * 60 * 60;
/** How long after a password reset its network may sign in whatever was tried before, in seconds. */
const resetTtlSeconds = 60 * 60;

/**
 * Limits attempts so that nobody guesses a password or a one-time password, and no stranger locks an
 * account: a few attempts per network and account, and many more for an account over all networks.
 * Networks from which the account was signed in to are exempt from the latter, since a stranger with
 * many networks could use that up, and a password reset always is a way in.
 */
export class AccountLimits {
  readonly #limits: AttemptLimits;
  readonly #store: KeyValueStore;

  constructor(limits: AttemptLimits, store: KeyValueStore) {
    this.#limits = limits;
    this.#store = store;
  }

  /** Counts an attempt. Gives the seconds to wait when there were too many, else null. @throws {StoreUnavailableError} */
  async take(attempt: AccountAttempt, account: string, network: string): Promise<number | null> {
    const subject = attempt === 'login' ? normalizePhone(account) : normalizeIdentifier(account);
    const wait = await this.#limits.take(
      [`${attempt} by address`, network],
      [`${attempt} by address and account`, pairOf(network, subject)],
    );
    if (wait !== null || (await this.#store.get(knownNetworkKey(network, subject))) !== null) return wait;
    return this.#limits.take([`${attempt} by account`, subject]);
  }

  /** Notes a login, after which the owner's mistakes count no more. @throws {StoreUnavailableError} */
  async noteLogin(contact: string, email: string, network: string): Promise<void> {
    await this.#limits.forget('login by address and account', pairOf(network, normalizePhone(contact)));
    await this.#know(network, normalizePhone(contact), normalizeIdentifier(email));
  }

  /** Notes the network from which the password was reset: its user can read the account's mail. @throws {StoreUnavailableError} */
  async noteReset(email: string, network: string): Promise<void> {
    await this.#know(network, normalizeIdentifier(email));
    await this.#store.set(resetKey(network), emailSubjectOf(email), resetTtlSeconds);
  }

  /**
   * Lifts the limits of logins for the network from which the account's password was reset lately, once
   * for each reset; whether it was. `emailOf` is asked only where there was a reset.
   *
   * @throws {StoreUnavailableError}
   */
  async liftAfterReset(
    contact: string,
    network: string,
    emailOf: () => Promise<string | null>,
  ): Promise<boolean> {
    const resetEmail = await this.#store.get(resetKey(network));
    if (resetEmail === null) return false;
    const email = await emailOf();
    if (email === null || emailSubjectOf(email) !== resetEmail) return false;
    if ((await this.#store.take(resetKey(network))) === null) return false;
    await this.noteLogin(contact, email, network);
    return true;
  }

  async #know(network: string, ...subjects: readonly string[]): Promise<void> {
    const keys = subjects.map((subject) => knownNetworkKey(network, subject));
    await Promise.all(keys.map((key) => this.#store.set(key, '1', knownNetworkTtlSeconds)));
  }
}

function pairOf(network: string, subject: string): string {
  return `${network} ${subject}`;
}

/** A digest, so that the store reveals neither addresses nor networks. */
function knownNetworkKey(network: string, subject: string): string {
  return `known-network:${hash('sha256', pairOf(network, subject), 'base64url')}`;
}

function resetKey(network: string): string {
  return `password-reset-from:${hash('sha256', network, 'base64url')}`;
}
