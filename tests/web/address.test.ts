import { describe, expect, it } from 'vitest';
import { getDistricts, states } from '#web/address/districts.ts';
import { findPincodeRegion } from '#web/address/pincode.ts';

describe('the states and districts of India', () => {
  it('are 28 states and 8 union territories', () => {
    expect(states).toHaveLength(36);
  });

  it.each([
    ['Andhra Pradesh', 26],
    ['Rajasthan', 41],
    ['Maharashtra', 36],
    ['Uttar Pradesh', 75],
    ['Lakshadweep', 1],
  ])('give %s its %i districts of 2025, each once', (state, count) => {
    expect(new Set(getDistricts(state)).size).toBe(count);
    expect(getDistricts(state)).toHaveLength(count);
  });

  it('give an unknown state no districts', () => {
    expect(getDistricts('Atlantis')).toEqual([]);
    expect(getDistricts('constructor')).toEqual([]);
  });
});

describe('a PIN code', () => {
  it('tells state and district where its first digits settle both', () => {
    expect(findPincodeRegion('411030')).toEqual({ state: 'Maharashtra', district: 'Pune' });
  });

  it('tells the state alone where several districts share its digits', () => {
    expect(findPincodeRegion('422605')).toEqual({ state: 'Maharashtra' });
    expect(findPincodeRegion('403001')).toEqual({ state: 'Goa' });
  });

  it.each(['396210', '834001', '011030', '4110', 'abcdef'])(
    'tells nothing that is not certain: %s',
    (pincode) => {
      expect(findPincodeRegion(pincode)).toBeUndefined();
    },
  );

  it('names only states and districts of the lists', () => {
    for (let prefix = 100; prefix < 1000; prefix += 1) {
      const place = findPincodeRegion(`${prefix}001`);
      if (place === undefined) continue;
      expect(states).toContain(place.state);
      if (place.district !== undefined) expect(getDistricts(place.state)).toContain(place.district);
    }
  });
});
