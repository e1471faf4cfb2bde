import { randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { KeyValueStore } from '../stores/store.ts';
import { keyFor, sign } from './keys.ts';

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
/** `acc` stands for the account, `at` is when the token was given out, to the millisecond. */
const claims = z.object({
  sub: z.string(),
  jti: z.string(),
  exp: z.number(),
  acc: z.string(),
  at: z.number(),
});

/** Makes, reads and revokes session tokens. They hold the shopper's id and no other personal data. */
export class Sessions {
  readonly #key: Uint8Array;
  readonly #accountKey: Uint8Array;
  readonly #store: KeyValueStore;

  constructor(secret: string, store: KeyValueStore) {
    this.#key = keyFor(secret, 'session');
    this.#accountKey = keyFor(secret, 'account');
    this.#store = store;
  }

  /** A token for a shopper, and when it ends. */
  async open(userId: string, email: string): Promise<{ token: string; expiresAt: Date }> {
    const endsAt = Math.floor(Date.now() / 1000) + lifetime;
    const token = await new SignJWT({ acc: this.#account(email), at: Date.now() })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(userId)
      .setAudience(audience)
      .setJti(randomUUID())
      .setIssuedAt()
      .setExpirationTime(endsAt)
      .sign(this.#key);
    return { token, expiresAt: new Date(endsAt * 1000) };
  }

  /** The session of a token; null for a wrong, ended or revoked one. */
  async read(token: string): Promise<Session | null> {
    const verified = await jwtVerify(token, this.#key, { algorithms: ['HS256'], audience }).catch(() => null);
    const read = claims.safeParse(verified?.payload);
    if (!read.success) return null;
    const { sub, jti, exp, acc, at } = read.data;
    const [revoked, endedUntil] = await Promise.all([
      this.#store.get(`revoked:${jti}`),
      this.#store.get(`sessions-ended:${acc}`),
    ]);
    if (revoked !== null || (endedUntil !== null && at <= Number(endedUntil))) return null;
    return { userId: sub, tokenId: jti, endsAt: exp };
  }

  /** Makes a token worthless, here and in every gateway that shares the store. */
  async revoke(session: Session): Promise<void> {
    const left = Math.max(1, session.endsAt - Math.floor(Date.now() / 1000));
    await this.#store.set(`revoked:${session.tokenId}`, '1', left);
  }

  /** Ends all sessions of an account that were opened up to now: after its password was reset. */
  async endAll(email: string): Promise<void> {
    await this.#store.set(`sessions-ended:${this.#account(email)}`, String(Date.now()), lifetime);
  }

  #account(email: string): string {
    return sign(this.#accountKey, email.trim().toLowerCase());
  }
}
