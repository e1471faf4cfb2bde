import { findPincodeRegion } from './pincode.ts';

/** State and district as they stand in the form; empty where nothing is chosen. */
export interface Region {
  state: string;
  district: string;
}

/**
 * What a PIN code changes in the form; undefined when nothing. It changes only what is still empty or
 * was filled in by the PIN code typed before: what the shopper chose is never overwritten
 * (requirements.md 2.8).
 *
 * @param filled What the PIN code typed before had filled in.
 */
export function fillFromPincode(
  pincode: string,
  current: Region,
  filled: Partial<Region>,
): Region | undefined {
  const place = findPincodeRegion(pincode.replaceAll(/\s/g, ''));
  if (place === undefined) return undefined;
  const isFree = (part: keyof Region) => current[part] === '' || current[part] === filled[part];
  // A district that was chosen keeps its state, too.
  if (!isFree('district') || (place.state !== current.state && !isFree('state'))) return undefined;
  const next = { state: place.state, district: place.district ?? '' };
  return next.state === current.state && next.district === current.district ? undefined : next;
}
