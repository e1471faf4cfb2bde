import { normalizeText } from '../auth/identifiers.ts';
import { checkPassword } from '../auth/password-reset.ts';
import { type UserError, userErrors } from '../domain/user-errors.ts';
import { addressFields, forEachAddressField, type NewAddress, type NewShopper } from '../rest/shoppers.ts';

/** Returns the message for an invalid value; null for a valid one. */
type Rule = (value: string) => string | null;

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
export function checkText(name: string, value: string, field: string[] = [name]): UserError[] {
  if (value.trim() === '') return [userErrors.required(field)];
  const message = isText(value) ? (rules[name] ?? defaultRule)(value.trim()) : unsupportedCharacters;
  return message === null ? [] : [userErrors.invalid(field, message)];
}

/** Checks an address; `path` is its path in the input. */
export function checkAddress(address: NewAddress, path: string[]): UserError[] {
  return addressFields.flatMap((name) => checkText(name, address[name], [...path, name]));
}

/** Checks all fields of a registration. */
export function checkRegistration(shopper: NewShopper): UserError[] {
  const { username, email, contact, password, cpassword, addresses } = shopper;
  return [
    ...checkText('username', username),
    ...checkText('email', email),
    ...checkText('contact', contact),
    ...checkPassword(password, ['password']),
    ...(password === cpassword ? [] : [userErrors.passwordsDiffer]),
    ...checkAddressCount(addresses.length),
    ...addresses
      .slice(0, maxAddresses)
      .flatMap((address, index) => checkAddress(address, ['addresses', `${index}`])),
  ];
}

/** Trims the texts of an address and normalizes them to NFC. */
export function normalizeAddress(address: NewAddress): NewAddress {
  return forEachAddressField((field) => normalizeText(address[field]));
}

function checkAddressCount(count: number): UserError[] {
  if (count === 0) return [userErrors.addressMissing];
  if (count <= maxAddresses) return [];
  return [userErrors.invalid(['addresses'], `You can save up to ${maxAddresses} addresses.`)];
}
