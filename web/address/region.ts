/** The city, district and state of an address; empty strings if nothing is entered or selected. */
export interface Region {
  city: string;
  district: string;
  state: string;
}

/** Formats a region: `Wai, Satara, Maharashtra`. A name that several parts have, such as `Pune`, is listed once. */
export function formatRegion({ city, district, state }: Partial<Region>): string {
  const names = [city, district, state].filter((name) => name !== undefined && name !== '');
  return [...new Set(names)].join(', ');
}
