import type { KeyValueStore } from '../storage/key-value.ts';
import { type AttemptLimits, hashKey } from './attempt-limits.ts';
import { normalizeEmail, normalizeIdentifier, normalizePhone } from './identifiers.ts';

/**
 * An attempt to access an account. The client identifies the account by its contact number or, except for a login, by
 * its e-mail address.
 */
export type AccountAttempt = 'login' | 'otp' | 'otp check';

/** How long a network counts as known after a login or a password reset. */
const knownNetworkTtlSeconds = 30 * 24 * 60 * 60;
/** How long after a password reset a login from the same network can lift the limits. */
const resetTtlSeconds = 60 * 60;

/**
 * Limits attempts so that nobody can guess a password or a one-time password, and no stranger can lock an
 * account. There are three limits: for one account from one network, for all accounts from one network, and for one
 * account from all networks. A stranger with many networks could use up the third one, so networks from which the
 * owner has recently signed in are exempt from it. After a password reset, a login from the same network is exempt as
 * well, and earlier login attempts from there no longer count for this account.
 */
export class AccountLimits {
  readonly #limits: AttemptLimits;
  readonly #store: KeyValueStore;

  constructor(limits: AttemptLimits, store: KeyValueStore) {
    this.#limits = limits;
    this.#store = store;
  }

  /**
   * Counts an attempt. Returns the seconds to wait if there were too many, otherwise null.
   *
   * @throws {StoreUnavailableError}
   */
  async countAttempt(attempt: AccountAttempt, account: string, network: string): Promise<number | null> {
    const subject = attempt === 'login' ? normalizePhone(account) : normalizeIdentifier(account);
    const retryAfterSeconds = await this.#limits.countAttempts(
      [`${attempt} by network`, network],
      [`${attempt} by network and account`, joinNetworkAndSubject(network, subject)],
    );
    if (retryAfterSeconds !== null || (await this.#store.get(getKnownNetworkKey(network, account))) !== null)
      return retryAfterSeconds;
    return this.#limits.countAttempts([`${attempt} by account`, subject]);
  }

  /**
   * Clears the login attempts on the account from this network, and exempts the network from the limits that count the
   * account's attempts from all networks.
   *
   * @throws {StoreUnavailableError}
   */
  async recordLogin(contact: string, email: string, network: string): Promise<void> {
    await this.#limits.clear(
      'login by network and account',
      joinNetworkAndSubject(network, normalizePhone(contact)),
    );
    await this.#addKnownNetwork(network, contact, email);
  }

  /**
   * Records the network from which a password was reset: the client there can read the account's mail, so
   * the network is probably the owner's.
   *
   * @throws {StoreUnavailableError}
   */
  async recordReset(email: string, network: string): Promise<void> {
    await this.#addKnownNetwork(network, email);
    // Many shoppers may share a network, so each account has a key of its own. The key without an e-mail address tells
    // whether there was any reset from the network, before an e-mail address is fetched.
    const keys = [getResetKey(network), getResetKey(network, email)];
    await Promise.all(keys.map((key) => this.#store.set(key, '1', resetTtlSeconds)));
  }

  /**
   * Lifts the login limits of an account for the network from which its password was reset recently, once per
   * reset. Returns whether it did. `fetchEmail` is called only if there was a reset from this network.
   *
   * @throws {StoreUnavailableError}
   */
  async liftAfterReset(
    contact: string,
    network: string,
    fetchEmail: () => Promise<string | null>,
  ): Promise<boolean> {
    if ((await this.#store.get(getResetKey(network))) === null) return false;
    const email = await fetchEmail();
    if (email === null || (await this.#store.take(getResetKey(network, email))) === null) return false;
    await this.recordLogin(contact, email, network);
    return true;
  }

  async #addKnownNetwork(network: string, ...accounts: readonly string[]): Promise<void> {
    const keys = accounts.map((account) => getKnownNetworkKey(network, account));
    await Promise.all(keys.map((key) => this.#store.set(key, '1', knownNetworkTtlSeconds)));
  }
}

function joinNetworkAndSubject(network: string, subject: string): string {
  return `${network} ${subject}`;
}

/**
 * The key contains only a digest, so that the store reveals neither accounts nor networks. Accents make a difference:
 * otherwise, a login to josé@shop.example would exempt its network from the limits of jose@shop.example.
 */
function getKnownNetworkKey(network: string, account: string): string {
  return `known-network:${hashKey(joinNetworkAndSubject(network, normalizeEmail(account)))}`;
}

/** The key that records a reset from this network, for one account or, without an e-mail address, for any account. */
function getResetKey(network: string, email = ''): string {
  const source = joinNetworkAndSubject(network, normalizeEmail(email));
  return `password-reset-from:${hashKey(source)}`;
}
