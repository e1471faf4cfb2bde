import { describe, expect, it } from 'vitest';
import { createAddressSchema } from '#web/address/address-schema.ts';
import { getDistricts, states } from '#web/address/districts.ts';
import { fillFromPincode } from '#web/address/pincode-fill.ts';
import { findPincodeRegion } from '#web/address/pincode-regions.ts';

describe('the list of states and districts', () => {
  it('has 36 states and union territories', () => {
    expect(states).toHaveLength(36);
  });

  it.each([
    [26, 'Andhra Pradesh'],
    [41, 'Rajasthan'],
    [36, 'Maharashtra'],
    [75, 'Uttar Pradesh'],
    [1, 'Lakshadweep'],
  ])('has %i different districts for %s, the number in 2025', (count, state) => {
    expect(new Set(getDistricts(state)).size).toBe(count);
    expect(getDistricts(state)).toHaveLength(count);
  });

  it('has no districts for an unknown state', () => {
    expect(getDistricts('Atlantis')).toEqual([]);
    expect(getDistricts('constructor')).toEqual([]);
  });
});

describe('the region of a PIN code', () => {
  it('has a state and a district if the first digits determine both', () => {
    expect(findPincodeRegion('416001')).toEqual({ state: 'Maharashtra', district: 'Kolhapur' });
    expect(findPincodeRegion('440100')).toEqual({ state: 'Maharashtra', district: 'Nagpur' });
  });

  it.each([
    ['411001', { state: 'Maharashtra', district: 'Pune', city: 'Pune' }],
    ['411062', { state: 'Maharashtra', district: 'Pune', city: 'Pune' }],
    ['411063', { state: 'Maharashtra', district: 'Pune' }],
    // Mumbai has two districts.
    ['400028', { state: 'Maharashtra', city: 'Mumbai' }],
    ['400601', { state: 'Maharashtra' }],
  ])('has a city only where it is certain: %s', (pincode, region) => {
    expect(findPincodeRegion(pincode)).toEqual(region);
  });

  it('has only a state if several districts share the first digits', () => {
    expect(findPincodeRegion('422605')).toEqual({ state: 'Maharashtra' });
    expect(findPincodeRegion('403001')).toEqual({ state: 'Goa' });
  });

  it.each(['396210', '834001', '011030', '4110', 'abcdef'])(
    'is unknown if the PIN code is ambiguous or invalid: %s',
    (pincode) => {
      expect(findPincodeRegion(pincode)).toBeUndefined();
    },
  );

  it('has only listed states and districts', () => {
    for (let prefix = 1000; prefix < 10_000; prefix += 1) {
      const region = findPincodeRegion(`${prefix}01`);
      if (region === undefined) continue;
      expect(states).toContain(region.state);
      if (region.district !== undefined) expect(getDistricts(region.state)).toContain(region.district);
    }
  });
});

describe('a PIN code in Devanagari digits', () => {
  it('is normalized in an address, and fills in the region', () => {
    const empty = { city: '', district: '', state: '' };
    expect(fillFromPincode('४१६ ००१', empty, {})).toMatchObject({
      district: 'Kolhapur',
      state: 'Maharashtra',
    });
    const schema = createAddressSchema((key) => key);
    const values = {
      address: 'a',
      area: 'a',
      landmark: 'a',
      pincode: '४१६ ००१',
      city: 'a',
      state: 'a',
      district: 'a',
    };
    expect(schema.parse(values).pincode).toBe('416001');
  });
});
