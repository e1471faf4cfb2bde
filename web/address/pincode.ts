/** The region of a PIN code. The district is set only where the first digits determine it. */
export interface PincodeRegion {
  state: string;
  district?: string;
}

/** Six digits, the first not 0 (requirements.md 2.8). */
export const pincodePattern = /^[1-9]\d{5}$/;

// The first two digits name a postal circle of India Post, usually one state. Prefixes of several states
// (24 to 26, 80 to 85, 160 …) are omitted: no suggestion is better than a wrong one.
const prefixesByState: Readonly<Record<string, string>> = {
  'Andaman and Nicobar Islands': '744',
  'Andhra Pradesh': '51 52 53',
  'Arunachal Pradesh': '790 791 792',
  Assam: '78',
  Chhattisgarh: '49',
  Delhi: '11',
  Goa: '403',
  Gujarat: '36 37 38 39',
  Haryana: '12 13',
  'Himachal Pradesh': '17',
  'Jammu and Kashmir': '18 19',
  Karnataka: '56 57 58 59',
  Kerala: '67 68 69',
  Ladakh: '194',
  'Madhya Pradesh': '45 46 47 48',
  Maharashtra: '40 41 42 43 44',
  Manipur: '795',
  Meghalaya: '793 794',
  Mizoram: '796',
  Nagaland: '797 798',
  Odisha: '75 76 77',
  Punjab: '14 15',
  Rajasthan: '30 31 32 33 34',
  Sikkim: '737',
  'Tamil Nadu': '60 61 62 63 64',
  Telangana: '50',
  Tripura: '799',
  'Uttar Pradesh': '20 21 22 23 27 28',
  'West Bengal': '70 71 72 73 74',
};

// Prefixes that a state shares with a union territory: Diu, Daman, Yanam, Puducherry, Karaikal, Mahe,
// Lakshadweep.
const sharedPrefixes = new Set(['362', '396', '533', '605', '607', '609', '673', '682']);

const districtsByPrefix: Readonly<Record<string, string>> = {
  '208': 'Kanpur Nagar',
  '226': 'Lucknow',
  '302': 'Jaipur',
  '380': 'Ahmedabad',
  '395': 'Surat',
  '411': 'Pune',
  '440': 'Nagpur',
  '452': 'Indore',
  '462': 'Bhopal',
  '492': 'Raipur',
  '560': 'Bengaluru Urban',
  '620': 'Tiruchirappalli',
  '695': 'Thiruvananthapuram',
  '751': 'Khordha',
};

const statesByPrefix = new Map(
  Object.entries(prefixesByState).flatMap(([state, prefixes]) =>
    prefixes.split(' ').map((prefix) => [prefix, state] as const),
  ),
);

/** Finds the state of a PIN code, and its district where that is certain; undefined if unknown. */
export function findPincodeRegion(pincode: string): PincodeRegion | undefined {
  if (!pincodePattern.test(pincode)) return undefined;
  const prefix = pincode.slice(0, 3);
  if (sharedPrefixes.has(prefix)) return undefined;
  const state = statesByPrefix.get(prefix) ?? statesByPrefix.get(prefix.slice(0, 2));
  if (state === undefined) return undefined;
  const district = districtsByPrefix[prefix];
  return district === undefined ? { state } : { state, district };
}
