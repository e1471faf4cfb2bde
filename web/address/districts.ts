import districtsByState from './districts.json' with { type: 'json' };

const districts: Readonly<Record<string, readonly string[]>> = districtsByState;

/** The 28 states and 8 union territories of India as of 2025, in alphabetical order (requirements.md 3). */
export const states: readonly string[] = Object.keys(districts);

/** The districts of a state or union territory, in alphabetical order; empty for an unknown one. */
export function getDistricts(state: string): readonly string[] {
  return Object.hasOwn(districts, state) ? (districts[state] ?? []) : [];
}
