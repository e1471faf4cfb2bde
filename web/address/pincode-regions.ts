import { pincodePattern } from './pincode.ts';
import type { Region } from './region.ts';

/** The region of a PIN code. District and city are set only where the digits determine them. */
type PincodeRegion = Pick<Region, 'state'> & Partial<Region>;

// The first two digits stand for a postal circle of India Post, usually one state. Where a circle has several states,
// three digits tell most of them apart. Prefixes that several states share (24 to 26, 80 to 85, 160 …) are omitted,
// because a wrong suggestion is worse than none.
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

// Prefixes that a state shares with a union territory or a part of one, such as Lakshadweep or Mahe.
const sharedPrefixes = new Set(['362', '396', '533', '605', '607', '609', '673', '682']);

// Prefixes whose post offices are all in one district, from India Post's directory. Districts that have been
// divided since it was compiled, such as Thane, are omitted.
const prefixesByDistrict: Readonly<Record<string, string>> = {
  Ahilyanagar: '4137 4140 4141 4143 4144 4145 4146 4147 4236',
  Ahmedabad: '380',
  Amravati: '4446 4447 4448 4449',
  'Bengaluru Urban': '560',
  Bhopal: '462',
  Buldhana: '443 4442',
  Chandrapur: '4424',
  'Chhatrapati Sambhajinagar': '4237 4310',
  Dhule: '4240 4243',
  Gondia: '4416 4417',
  Indore: '452',
  Jaipur: '302',
  Jalgaon: '4242 4250 4251 4252 4253 4255',
  'Kanpur Nagar': '208',
  Khordha: '751',
  Kolhapur: '4160 4161 4162',
  Lucknow: '226',
  Nagpur: '440 4410 4411 4413 4414 4415',
  Nanded: '4316 4318',
  Nashik: '4220 4221 4222 4223 4224 4225 4232 4233 4234 4235',
  Parbhani: '4314',
  Pune: '411 4103 4104 4105 4121 4123 4124 4138',
  Raigad: '402 4101 4102',
  Raipur: '492',
  Ratnagiri: '4156 4158',
  Sangli: '4154 4163 4164',
  Satara: '4128 4150 4155',
  Sindhudurg: '4166 4168',
  Solapur: '4130 4133',
  Surat: '395',
  Thiruvananthapuram: '695',
  Tiruchirappalli: '620',
  Wardha: '4420 4421 4422',
  Yavatmal: '445',
};

/** Ranges of PIN codes whose post offices deliver only within the city. */
const cityRanges = [
  { city: 'Mumbai', first: '400002', last: '400104' },
  { city: 'Nagpur', first: '440001', last: '440037' },
  { city: 'Pune', first: '411001', last: '411062' },
] as const;

const stateByPrefix = invert(prefixesByState);
const districtByPrefix = invert(prefixesByDistrict);

/**
 * Finds the state of a PIN code, and its district and city where they are certain. Undefined if the state is unknown.
 */
export function findPincodeRegion(pincode: string): PincodeRegion | undefined {
  if (!pincodePattern.test(pincode)) return undefined;
  const prefix = pincode.slice(0, 3);
  if (sharedPrefixes.has(prefix)) return undefined;
  const state = stateByPrefix.get(prefix) ?? stateByPrefix.get(prefix.slice(0, 2));
  if (state === undefined) return undefined;
  const district = districtByPrefix.get(prefix) ?? districtByPrefix.get(pincode.slice(0, 4));
  const city = cityRanges.find(({ first, last }) => first <= pincode && pincode <= last)?.city;
  return { state, district, city };
}

/** Inverts lists of prefixes by name into a map from each prefix to its name. */
function invert(prefixesByName: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(prefixesByName).flatMap(([name, prefixes]) =>
      prefixes.split(' ').map((prefix) => [prefix, name] as const),
    ),
  );
}
