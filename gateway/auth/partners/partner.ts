import { z } from 'zod';
import { quotaRange } from '../../config.ts';

/** A partner as it is kept. The key itself is kept nowhere. */
export const partnerSchema = z.object({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
  /** See `digestOfKey`. */
  digest: z.string(),
  /** How much its operations may cost in a minute. */
  budget: z.int().min(quotaRange.min).max(quotaRange.max),
  addedAt: z.iso.datetime(),
});

/** Somebody with a key of their own. */
export type Partner = z.output<typeof partnerSchema>;

/** Where partners are kept: on disk, or in Redis where several gateways share them. */
export interface PartnerStore {
  /** All partners that can be read, by name. `onUnreadable` is told of each other one. */
  list(onUnreadable?: (name: string) => void): Promise<Partner[]>;
  /** Keeps a partner unless the name is taken; whether it was kept. */
  add(partner: Partner): Promise<boolean>;
  /** Whether there was one of that name. */
  remove(name: string): Promise<boolean>;
}

/** A partner from its kept text; null when that makes no sense. */
export function readPartner(text: string): Partner | null {
  try {
    return partnerSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Partners in the order of their names. */
export function byName(partners: readonly Partner[]): Partner[] {
  return partners.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
