import { checkPassword } from '../auth/password-reset.ts';
import { createRecord } from '../domain/create-record.ts';
import { maxEmailLength, mobileNumberPattern, normalizePincode, normalizeText } from '../domain/text.ts';
import { type UserError, userErrors } from '../domain/user-errors.ts';
import { addressFields, type Enquiry, type NewAddress, type NewShopper } from '../rest/shoppers.ts';

/** Returns the error of an invalid value; null for a valid one. */
type Rule<Code extends string> = (value: string, field: string[]) => UserError<Code> | null;

export const maxAddresses = 10;

function createPatternRule(pattern: RegExp, message: string): Rule<'INVALID'> {
  return (value, field) => (pattern.test(value) ? null : userErrors.invalid(field, message));
}

function createLengthRule(maxLength: number): Rule<'TOO_LONG'> {
  return (value, field) => (value.length <= maxLength ? null : userErrors.tooLong(field, maxLength));
}

/** Applies the second rule if the first one finds no error. */
function combineRules<A extends string, B extends string>(first: Rule<A>, second: Rule<B>): Rule<A | B> {
  return (value, field) => first(value, field) ?? second(value, field);
}

/** No line breaks or other control characters. Joiners are allowed, since Devanagari needs them. */
const singleLineRule: Rule<'UNSUPPORTED_CHARACTERS'> = (value, field) =>
  /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u.test(value) ? null : userErrors.unsupportedCharacters(field);

/** The rules for texts that visitors and shoppers enter. The rules for a registration are in requirements.md 2.8. */
export const textRules = {
  username: combineRules(singleLineRule, createLengthRule(100)),
  email: combineRules(
    createLengthRule(maxEmailLength),
    createPatternRule(
      /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\.]+(\.[^\s@<>"(),:;[\]\\.]+)+$/,
      'Please enter a valid email address.',
    ),
  ),
  contact: createPatternRule(
    mobileNumberPattern,
    'Enter a 10-digit mobile number starting with 6, 7, 8 or 9.',
  ),
  /** A phone number of any country: 6 to 15 digits (15 is the limit of E.164), in up to 40 characters. */
  phoneNumber: combineRules(
    createLengthRule(40),
    createPatternRule(
      /^\(?\+?(?:[\s().\p{Pd}]*\d){6,15}[\s().\p{Pd}]*$/u,
      'Enter a phone number of 6 to 15 digits.',
    ),
  ),
  pincode: createPatternRule(/^[1-9]\d{5}$/, "Enter a 6-digit PIN code. It can't start with 0."),
  address: createLengthRule(300),
  remark: createLengthRule(2_000),
  cancelReason: createLengthRule(500),
  bookField: combineRules(singleLineRule, createLengthRule(800)),
  shortText: createLengthRule(200),
};

/** Databases such as PostgreSQL reject NUL, and a lone surrogate cannot be encoded in UTF-8. */
function isStorableText(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}

/** Spaces, control characters, and others without a glyph, such as zero-width spaces and the blank Braille pattern. */
const invisibleText = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Checks a required text. A text without visible characters counts as missing. */
export function checkText<Code extends string>(
  rule: Rule<Code>,
  value: string,
  field: string[],
): UserError<Code | 'REQUIRED' | 'UNSUPPORTED_CHARACTERS'>[] {
  if (invisibleText.test(value)) return [userErrors.required(field)];
  const error = checkOptionalText(rule, value, field);
  return error === null ? [] : [error];
}

/** Checks a text that may be empty. */
export function checkOptionalText<Code extends string>(
  rule: Rule<Code>,
  value: string,
  field: string[],
): UserError<Code | 'UNSUPPORTED_CHARACTERS'> | null {
  return isStorableText(value) ? rule(value.trim(), field) : userErrors.unsupportedCharacters(field);
}

/** Checks an address; `path` is its path in the input. */
export function checkAddress(address: NewAddress, path: string[]) {
  return addressFields.flatMap((name) => {
    const rule = name === 'address' || name === 'pincode' ? textRules[name] : textRules.shortText;
    return checkText<'INVALID' | 'TOO_LONG'>(rule, address[name], [...path, name]);
  });
}

export function checkEnquiry(enquiry: Enquiry) {
  const { name, phoneNumber, remark } = enquiry;
  return [
    ...checkText(textRules.shortText, name, ['name']),
    ...checkText(textRules.phoneNumber, phoneNumber, ['phoneNumber']),
    ...checkText(textRules.remark, remark, ['remark']),
    ...bookFields
      .filter((field) => enquiry[field] !== '')
      .flatMap((field) => checkText(textRules.bookField, enquiry[field], [field])),
  ];
}

const bookFields = ['productName', 'publisher', 'author', 'language'] as const;

/** Checks all fields of a registration. Addresses are optional, since only orders need one. */
export function checkRegistration(shopper: NewShopper) {
  const { username, email, contact, password, cpassword, addresses } = shopper;
  return [
    ...checkText(textRules.username, username, ['username']),
    ...checkText(textRules.email, email, ['email']),
    ...checkText(textRules.contact, contact, ['contact']),
    ...checkPassword(password, ['password']),
    ...(password === cpassword ? [] : [userErrors.passwordsDiffer]),
    ...(addresses.length > maxAddresses ? [userErrors.tooManyAddresses(['addresses'], maxAddresses)] : []),
    ...addresses
      .slice(0, maxAddresses)
      .flatMap((address, index) => checkAddress(address, ['addresses', `${index}`])),
  ];
}

/**
 * Trims the texts of an address and normalizes them to NFC. In the PIN code, it also removes spaces and invisible
 * characters, and converts Devanagari digits to 0–9.
 */
export function normalizeAddress(address: NewAddress): NewAddress {
  return createRecord(addressFields, (field) =>
    field === 'pincode' ? normalizePincode(address[field]) : normalizeText(address[field]),
  );
}
