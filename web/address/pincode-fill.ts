import { normalizePincode } from './pincode.ts';
import { findPincodeRegion } from './pincode-regions.ts';
import type { Region } from './region.ts';

/**
 * Returns the values that a PIN code fills in; none if its state is unknown or nothing would change. The shopper's own
 * values are not replaced (requirements.md 2.8). Values from an earlier PIN code may become empty.
 *
 * @param autofilled The values that an earlier PIN code filled in.
 */
export function fillFromPincode(
  pincode: string,
  current: Region,
  autofilled: Partial<Region>,
): Partial<Region> {
  const found = findPincodeRegion(normalizePincode(pincode));
  if (found === undefined) return {};
  const isReplaceable = (field: keyof Region) =>
    current[field] === '' || current[field] === autofilled[field];
  const replacesDistrict = isReplaceable('district');
  // If the shopper chose the district, its state must not change either.
  const replacesState = replacesDistrict && isReplaceable('state');
  const isInState = replacesState || found.state === current.state;
  const candidates = {
    ...(isReplaceable('city') && { city: found.city ?? '' }),
    ...(replacesDistrict && { district: isInState ? (found.district ?? '') : '' }),
    ...(replacesState && { state: found.state }),
  };
  const isChanged = (['city', 'district', 'state'] as const).some(
    (field) => candidates[field] !== undefined && candidates[field] !== current[field],
  );
  return isChanged ? candidates : {};
}
