import { hash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { quotaRange } from '../../config.ts';

/** The stored record of a partner. The key itself is not stored. */
export const partnerSchema = z.object({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
  /** See `digestOfKey`. */
  digest: z.string(),
  /** Points per minute. */
  budget: z.int().min(quotaRange.min).max(quotaRange.max),
  addedAt: z.iso.datetime(),
});

/** A client with its own API key. */
export type Partner = z.output<typeof partnerSchema>;

/** Stores partners: on disk, or in Redis if several gateways share them. */
export interface PartnerStore {
  /** Lists all partners that can be read, sorted by name. Calls `onUnreadable` for each other one. */
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

/** Starts every key, so that secret scanners recognize a key in public code. */
const keyPrefix = 'obk_';
const keyPattern = /^obk_[\w-]{43}$/;

/** Generates a key: the prefix and 256 random bits. */
export function generatePartnerKey(): string {
  return `${keyPrefix}${randomBytes(32).toString('base64url')}`;
}

/**
 * The digest of a key that is stored; null if the text is not a key. A plain SHA-256 is right here, unlike
 * for passwords: 256 random bits cannot be guessed, so a slow hash or a salt would not make an attack any
 * harder, and the digest can be looked up without trying the salt of each partner.
 */
export function digestOfKey(key: string): string | null {
  return keyPattern.test(key) ? hash('sha256', key, 'base64url') : null;
}
