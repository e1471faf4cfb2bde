import { randomUUID } from 'node:crypto';
import { type JWTHeaderParameters, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { KeyValueStore } from '../stores/store.ts';
import { type KeyRing, keysFor, type Secrets, sign, signatures } from './keys.ts';
import { subjectOf } from './subjects.ts';

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
  readonly #keys: KeyRing;
  readonly #accountKeys: KeyRing;
  readonly #store: Pick<KeyValueStore, 'get' | 'set'>;

  /** @param store where it is kept which sessions are over. */
  constructor(secrets: Secrets, store: Pick<KeyValueStore, 'get' | 'set'>) {
    this.#keys = keysFor(secrets, 'session');
    this.#accountKeys = keysFor(secrets, 'account');
    this.#store = store;
  }

  /** A token for a shopper, and when it ends. */
  async open(userId: string, email: string): Promise<{ token: string; expiresAt: Date }> {
    const endsAt = Math.floor(Date.now() / 1000) + lifetime;
    const [key] = this.#keys;
    const token = await new SignJWT({ acc: sign(this.#accountKeys, subjectOf(email)), at: Date.now() })
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

  /** The session of a token; null for a wrong, ended or revoked one. @throws {StoreUnavailable} */
  async read(token: string): Promise<Session | null> {
    const read = await this.#claims(token);
    if (read === null) return null;
    const { sub, jti, exp, acc, at } = read;
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

  /**
   * Ends all sessions of an account that were opened up to now: after its password was reset. Those
   * that were opened while it had another e-mail address end too.
   */
  async endAll(email: string): Promise<void> {
    const now = String(Date.now());
    // A session opened under a former secret knows its account by that secret's signature.
    const marks = signatures(this.#accountKeys, subjectOf(email));
    await Promise.all(
      marks.map(async (mark) => {
        for (const one of [mark, ...(await this.#former(mark))]) {
          await this.#store.set(`sessions-ended:${one}`, now, lifetime);
        }
      }),
    );
  }

  /** Remembers, as long as a session may last, that an account goes by another e-mail address. */
  async moved(from: string, to: string): Promise<void> {
    const [before, after] = [from, to].map((email) => signatures(this.#accountKeys, subjectOf(email)));
    for (const [place, mark] of (after ?? []).entries()) {
      const former = before?.[place];
      if (former !== undefined && former !== mark) {
        await this.#store.set(`account-before:${mark}`, former, lifetime);
      }
    }
  }

  /** What an account was known by before, the latest first. */
  async #former(mark: string): Promise<string[]> {
    const found = new Set<string>();
    let before = await this.#store.get(`account-before:${mark}`);
    while (before !== null && before !== mark && !found.has(before)) {
      found.add(before);
      before = await this.#store.get(`account-before:${before}`);
    }
    return [...found];
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
