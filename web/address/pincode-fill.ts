import { findPincodeRegion } from './pincode.ts';

/** The state and district in the form; empty strings if nothing is selected. */
export interface Region {
  state: string;
  district: string;
}

/**
 * Returns the region that a PIN code fills in; undefined if it changes nothing. It only replaces values that
 * are empty or were filled in from an earlier PIN code, never the shopper's own choice (requirements.md 2.8).
 *
 * @param autofilled The values that an earlier PIN code filled in.
 */
export function fillFromPincode(
  pincode: string,
  current: Region,
  autofilled: Partial<Region>,
): Region | undefined {
  const found = findPincodeRegion(pincode.replaceAll(/\s/g, ''));
  if (found === undefined) return undefined;
  const isReplaceable = (field: keyof Region) =>
    current[field] === '' || current[field] === autofilled[field];
  // If the shopper chose the district, its state must not change either.
  if (!isReplaceable('district')) return undefined;
  if (found.state !== current.state && !isReplaceable('state')) return undefined;
  const next = { state: found.state, district: found.district ?? '' };
  return next.state === current.state && next.district === current.district ? undefined : next;
}
