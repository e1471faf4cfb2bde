import { findPincodeRegion, normalizePincode } from './pincode.ts';
import type { Region } from './region.ts';

/**
 * Returns the values that a PIN code fills in. It only replaces values that are empty or were filled in from an
 * earlier PIN code, never the shopper's own (requirements.md 2.8). A city or district that an earlier PIN code filled
 * in becomes empty if the new code does not determine it; so does the district if the new code belongs to a state
 * other than the shopper's choice. The result has no values if the state of the PIN code is unknown, or if nothing
 * would change.
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
