import type { NewAddress, NewShopper } from '../rest/shopper-calls.ts';

/** What is wrong with a field, in the words a shopper reads. */
export interface FieldFault {
  code: 'REQUIRED' | 'INVALID' | 'PASSWORDS_DIFFER';
  message: string;
  field: string[];
}

type Rule = (value: string) => string | null;

const required = 'Please fill in this field.';
const noText = 'Please use letters, digits and punctuation only.';
const mostAddresses = 10;

function matches(pattern: RegExp, message: string): Rule {
  return (value) => (pattern.test(value) ? null : message);
}

function atMost(characters: number): Rule {
  return (value) => (value.length <= characters ? null : `At most ${characters} characters are allowed.`);
}

/** Line breaks and other control characters have no place in a name. Joiners do, in Devanagari. */
const oneLine = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u;

/** The rules of registration (requirements.md 2.8). */
const rules: Record<string, Rule> = {
  username: (value) => (oneLine.test(value) ? atMost(100)(value) : noText),
  email: (value) =>
    atMost(254)(value) ??
    matches(/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/, 'Please enter a valid email address.')(value),
  contact: matches(/^[6-9]\d{9}$/, 'Please enter a mobile number of 10 digits, the first from 6 to 9.'),
  pincode: matches(/^[1-9]\d{5}$/, 'Please enter a PIN code of 6 digits, the first not 0.'),
  address: atMost(300),
  remark: atMost(2_000),
};
const otherText = atMost(200);

/** Databases refuse NUL, and half a surrogate pair has no UTF-8. */
function isText(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}

/** Checks one text that must be there. */
export function checkText(name: string, value: string, field: string[] = [name]): FieldFault[] {
  if (value.trim() === '') return [{ code: 'REQUIRED', message: required, field }];
  const message = isText(value) ? (rules[name] ?? otherText)(value.trim()) : noText;
  return message === null ? [] : [{ code: 'INVALID', message, field }];
}

/** Checks a new password: 8 to 128 characters. */
export function checkPassword(password: string, field: string[]): FieldFault[] {
  if (password === '') return [{ code: 'REQUIRED', message: required, field }];
  if (password.length >= 8 && password.length <= 128) return [];
  return [{ code: 'INVALID', message: 'Please choose a password of 8 to 128 characters.', field }];
}

/** Checks an address; `at` is where it stands in the input. */
export function checkAddress(address: NewAddress, at: string[]): FieldFault[] {
  return addressTexts(address).flatMap(([name, value]) => checkText(name, value, [...at, name]));
}

/** Checks all a new shopper gave. */
export function checkRegistration(shopper: NewShopper): FieldFault[] {
  const { username, email, contact, password, cpassword, addresses } = shopper;
  const different: FieldFault[] =
    password === cpassword
      ? []
      : [{ code: 'PASSWORDS_DIFFER', message: 'Passwords do not match', field: ['confirmPassword'] }];
  return [
    ...checkText('username', username),
    ...checkText('email', email),
    ...checkText('contact', contact),
    ...checkPassword(password, ['password']),
    ...different,
    ...checkAddressCount(addresses.length),
    ...addresses
      .slice(0, mostAddresses)
      .flatMap((address, place) => checkAddress(address, ['addresses', `${place}`])),
  ];
}

/** An address with its texts trimmed and in composed form. */
export function cleanAddress(address: NewAddress): NewAddress {
  const { area, city, district, state, pincode, landmark } = address;
  return {
    address: clean(address.address),
    area: clean(area),
    city: clean(city),
    district: clean(district),
    state: clean(state),
    pincode: clean(pincode),
    landmark: clean(landmark),
  };
}

/** A text trimmed and in composed form (NFC). */
export function clean(value: string): string {
  return value.normalize('NFC').trim();
}

function checkAddressCount(count: number): FieldFault[] {
  const field = ['addresses'];
  if (count === 0) return [{ code: 'REQUIRED', message: 'You must have at least one address.', field }];
  if (count <= mostAddresses) return [];
  return [{ code: 'INVALID', message: `At most ${mostAddresses} addresses are allowed.`, field }];
}

function addressTexts(address: NewAddress): [string, string][] {
  return [
    ['address', address.address],
    ['area', address.area],
    ['city', address.city],
    ['district', address.district],
    ['state', address.state],
    ['pincode', address.pincode],
    ['landmark', address.landmark],
  ];
}
