import type { RestClient } from '../rest/client.ts';
import { UpstreamRejectedError } from '../rest/errors.ts';
import type { NewAddress, NewShopper } from '../rest/shopper-calls.ts';
import type { ShopperRecord } from '../rest/user-schema.ts';

/** An invalid field and the message that the shopper sees. */
export interface FieldError {
  code: 'REQUIRED' | 'INVALID' | 'PASSWORDS_DIFFER';
  message: string;
  field: string[];
}

/** Returns the message for an invalid value; null for a valid one. */
type Rule = (value: string) => string | null;

const required = 'Please fill in this field.';
const unsupportedCharacters = 'Please use letters, digits and punctuation only.';
const maxAddresses = 10;

function matches(pattern: RegExp, message: string): Rule {
  return (value) => (pattern.test(value) ? null : message);
}

function maxLength(length: number): Rule {
  return (value) => (value.length <= length ? null : `Please use ${length} characters or fewer.`);
}

/** No line breaks or other control characters. Joiners are allowed, since Devanagari needs them. */
const singleLine = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u;

/** The rules of registration (requirements.md 2.8). */
const rules: Record<string, Rule> = {
  username: (value) => (singleLine.test(value) ? maxLength(100)(value) : unsupportedCharacters),
  email: (value) =>
    maxLength(254)(value) ??
    matches(/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/, 'Please enter a valid email address.')(value),
  contact: matches(/^[6-9]\d{9}$/, 'Enter a 10-digit mobile number starting with 6, 7, 8 or 9.'),
  pincode: matches(/^[1-9]\d{5}$/, "Enter a 6-digit PIN code. It can't start with 0."),
  address: maxLength(300),
  remark: maxLength(2_000),
};
/** For texts without a rule of their own. */
const defaultRule = maxLength(200);

/** Databases reject NUL, and a lone surrogate cannot be encoded in UTF-8. */
function isText(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}

/** Checks a required text. */
export function checkText(name: string, value: string, field: string[] = [name]): FieldError[] {
  if (value.trim() === '') return [{ code: 'REQUIRED', message: required, field }];
  const message = isText(value) ? (rules[name] ?? defaultRule)(value.trim()) : unsupportedCharacters;
  return message === null ? [] : [{ code: 'INVALID', message, field }];
}

/** Checks a new password: 8 to 128 characters. */
export function checkPassword(password: string, field: string[]): FieldError[] {
  if (password === '') return [{ code: 'REQUIRED', message: required, field }];
  if (password.length >= 8 && password.length <= 128) return [];
  return [{ code: 'INVALID', message: 'Use 8 to 128 characters.', field }];
}

/** Checks an address; `path` is its path in the input. */
export function checkAddress(address: NewAddress, path: string[]): FieldError[] {
  return addressTexts(address).flatMap(([name, value]) => checkText(name, value, [...path, name]));
}

/** Checks all fields of a registration. */
export function checkRegistration(shopper: NewShopper): FieldError[] {
  const { username, email, contact, password, cpassword, addresses } = shopper;
  const passwordErrors: FieldError[] =
    password === cpassword
      ? []
      : [{ code: 'PASSWORDS_DIFFER', message: 'Passwords do not match', field: ['confirmPassword'] }];
  return [
    ...checkText('username', username),
    ...checkText('email', email),
    ...checkText('contact', contact),
    ...checkPassword(password, ['password']),
    ...passwordErrors,
    ...checkAddressCount(addresses.length),
    ...addresses
      .slice(0, maxAddresses)
      .flatMap((address, index) => checkAddress(address, ['addresses', `${index}`])),
  ];
}

/** Trims the texts of an address and normalizes them to NFC. */
export function normalizeAddress(address: NewAddress): NewAddress {
  const { area, city, district, state, pincode, landmark } = address;
  return {
    address: normalizeText(address.address),
    area: normalizeText(area),
    city: normalizeText(city),
    district: normalizeText(district),
    state: normalizeText(state),
    pincode: normalizeText(pincode),
    landmark: normalizeText(landmark),
  };
}

/** Trims a text and normalizes it to NFC. */
export function normalizeText(value: string): string {
  return value.normalize('NFC').trim();
}

function checkAddressCount(count: number): FieldError[] {
  const field = ['addresses'];
  if (count === 0) return [{ code: 'REQUIRED', message: 'You must have at least one address.', field }];
  if (count <= maxAddresses) return [];
  return [{ code: 'INVALID', message: `You can save up to ${maxAddresses} addresses.`, field }];
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

/** Whether another account has a contact number. A plain host may allow two accounts with the same one. */
export async function isContactTaken(
  rest: RestClient,
  contact: string,
  shopper: ShopperRecord,
  signal: AbortSignal,
): Promise<boolean> {
  if (contact === shopper.contact) return false;
  try {
    const owner = await rest.findContactOwner(contact, signal);
    return owner.contact === contact && String(owner.id) !== String(shopper.id);
  } catch (error) {
    if (error instanceof UpstreamRejectedError) return false;
    throw error;
  }
}

/**
 * Whether somebody else placed orders with an e-mail address that the shopper wants to use. The host finds
 * orders by e-mail address (requirements.md 7). On a host that allows two accounts with the same address,
 * taking another shopper's address would reveal that shopper's orders.
 */
export async function emailHasForeignOrders(
  rest: RestClient,
  email: string,
  shopper: ShopperRecord,
  signal: AbortSignal,
): Promise<boolean> {
  if (email.toLowerCase() === shopper.email.toLowerCase()) return false;
  return (await rest.listOrders(email, signal, { first: 0, last: 0 })).orders.length > 0;
}
