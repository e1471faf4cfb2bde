import { hash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { quotaRange } from '../../config.ts';

/** The stored record of a partner. The key itself is not stored. */
export const partnerSchema = z.object({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
  /** See `digestKey`. */
  digest: z.string(),
  /** Points per minute. */
  budget: z.int().min(quotaRange.min).max(quotaRange.max),
  addedAt: z.iso.datetime(),
});

/** A client with its own API key. */
export type Partner = z.output<typeof partnerSchema>;

/** Stores partners: on disk, or in Redis if several gateways share them. */
export interface PartnerStore {
  /** Lists the readable partners, sorted by name. Calls `onUnreadable` with the name of each other partner. */
  list(onUnreadable?: (name: string) => void): Promise<Partner[]>;
  /** Adds a partner unless the name is taken. Returns whether it was added. */
  add(partner: Partner): Promise<boolean>;
  /** Removes a partner. Returns whether it existed. */
  remove(name: string): Promise<boolean>;
}

/** Parses the stored JSON of a partner; null if it is invalid. */
export function parsePartner(text: string): Partner | null {
  try {
    return partnerSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Sorts partners by name. */
export function sortByName(partners: readonly Partner[]): Partner[] {
  return partners.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** The prefix of every key. It lets secret scanners recognize keys in public code. */
const keyPrefix = 'obk_';
const keyPattern = /^obk_[\w-]{43}$/;

/** Generates a key: the prefix and 256 random bits. */
export function generatePartnerKey(): string {
  return `${keyPrefix}${randomBytes(32).toString('base64url')}`;
}

/**
 * Returns the digest that is stored instead of a key; null if the text is not a key. Unlike for passwords,
 * a plain SHA-256 is right here: 256 random bits cannot be guessed, so a slow hash or a salt would not make
 * an attack any harder, and the digest can be looked up without trying the salt of each partner.
 */
export function digestKey(key: string): string | null {
  return keyPattern.test(key) ? hash('sha256', key, 'base64url') : null;
}
