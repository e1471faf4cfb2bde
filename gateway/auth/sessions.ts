import { randomUUID } from 'node:crypto';
import { type JWTHeaderParameters, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { KeyValueStore, SharedClock } from '../storage/key-value.ts';
import { emailSubjectOf } from './identifiers.ts';
import { type KeyRing, keysFor, type Secrets, sign, signatures } from './signing-keys.ts';

/** Who is signed in. */
export interface Session {
  userId: string;
  /** Identifies the token, for revoking it. */
  tokenId: string;
  /** When the token ends, in seconds of the epoch. */
  endsAt: number;
}

const lifetime = 12 * 60 * 60;
const audience = 'shopper';
/**
 * `acc` stands for the e-mail address of the account, `at` is when the login began, by the shared
 * clock: a password that is replaced while it is being checked opens nothing.
 */
const claims = z.object({
  sub: z.string(),
  jti: z.string(),
  exp: z.number(),
  acc: z.string(),
  at: z.number(),
});

type SessionStore = Pick<KeyValueStore, 'get' | 'set'> & SharedClock;

/** Makes, reads and revokes session tokens. They hold the shopper's id and no other personal data. */
export class Sessions {
  readonly #keys: KeyRing;
  readonly #accountKeys: KeyRing;
  readonly #store: SessionStore;

  /** @param store where it is kept which sessions are over. */
  constructor(secrets: Secrets, store: SessionStore) {
    this.#keys = keysFor(secrets, 'session');
    this.#accountKeys = keysFor(secrets, 'account');
    this.#store = store;
  }

  /** When a login begins; asked for before its credentials are checked. @throws {StoreUnavailableError} */
  beginLogin(): Promise<number> {
    return this.#store.nextTimestamp();
  }

  /** A token for a shopper whose login began at `begunAt`, and when the token ends. */
  async open(userId: string, email: string, begunAt: number): Promise<{ token: string; expiresAt: Date }> {
    const endsAt = Math.floor(Date.now() / 1000) + lifetime;
    const [key] = this.#keys;
    const token = await new SignJWT({ acc: this.#accountOf(email), at: begunAt })
      .setProtectedHeader({ alg: 'HS256', kid: key.id })
      .setSubject(userId)
      .setAudience(audience)
      .setJti(randomUUID())
      .setIssuedAt()
      .setExpirationTime(endsAt)
      .sign(key.bytes);
    return { token, expiresAt: new Date(endsAt * 1000) };
  }

  /**
   * Whom a token was given to, be it revoked or not; null for a wrong or ended one. The store is not
   * asked, so this opens nothing: it tells whose the request is.
   */
  async holder(token: string): Promise<string | null> {
    return (await this.#claims(token))?.sub ?? null;
  }

  /** The session of a token; null for a wrong, ended or revoked one. @throws {StoreUnavailableError} */
  async read(token: string): Promise<Session | null> {
    const read = await this.#claims(token);
    if (read === null) return null;
    const { sub, jti, exp } = read;
    const [revoked, continued, shopperEnded] = await Promise.all([
      this.#store.get(`revoked:${jti}`),
      this.#store.get(`continued:${jti}`),
      this.#store.get(shopperEndedKey(sub)),
    ]);
    if (revoked !== null) return null;
    const { acc, at } = continued === null ? read : readContinuation(continued);
    const accountEnded = await this.#store.get(`sessions-ended:${acc}`);
    if (at <= Math.max(Number(shopperEnded), Number(accountEnded))) return null;
    return { userId: sub, tokenId: jti, endsAt: exp };
  }

  /** Makes a token worthless, here and in every gateway that shares the store. */
  async revoke(session: Session): Promise<void> {
    await this.#store.set(`revoked:${session.tokenId}`, '1', secondsUntil(session.endsAt));
  }

  /** Ends all sessions of an account whose login began before now: its password was reset. */
  async endAll(email: string): Promise<void> {
    const now = String(await this.#store.nextTimestamp());
    // A session opened under a former secret knows its account by that secret's signature.
    const accounts = signatures(this.#accountKeys, emailSubjectOf(email));
    await Promise.all(accounts.map((account) => this.#store.set(`sessions-ended:${account}`, now, lifetime)));
  }

  /**
   * Ends all sessions of a shopper but this one, which goes on as if it were opened now: under the
   * e-mail address that the account has now, so that a password reset by that address ends it.
   */
  async endOthers({ userId, tokenId, endsAt }: Session, email: string): Promise<void> {
    const now = await this.#store.nextTimestamp();
    const continuation = `${await this.#store.nextTimestamp()},${this.#accountOf(email)}`;
    await this.#store.set(`continued:${tokenId}`, continuation, secondsUntil(endsAt));
    await this.#store.set(shopperEndedKey(userId), String(now), lifetime);
  }

  #accountOf(email: string): string {
    return sign(this.#accountKeys, emailSubjectOf(email));
  }

  async #claims(token: string): Promise<z.output<typeof claims> | null> {
    const keyOf = (header: JWTHeaderParameters) => this.#key(header.kid);
    const verified = await jwtVerify(token, keyOf, { algorithms: ['HS256'], audience }).catch(() => null);
    return claims.safeParse(verified?.payload).data ?? null;
  }

  /** @throws {Error} when no key has this id. */
  #key(id: string | undefined): Uint8Array {
    const key = this.#keys.find((one) => one.id === id);
    if (key === undefined) throw new Error(`no key '${id}'`);
    return key.bytes;
  }
}

function shopperEndedKey(userId: string): string {
  return `shopper-sessions-ended:${encodeURIComponent(userId)}`;
}

function readContinuation(value: string): { acc: string; at: number } {
  const [at = '', acc = ''] = value.split(',');
  return { acc, at: Number(at) };
}

function secondsUntil(time: number): number {
  return Math.max(1, time - Math.floor(Date.now() / 1000));
}
