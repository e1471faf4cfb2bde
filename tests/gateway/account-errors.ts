import {
  hostFailure,
  hostRejection,
  invalidInput,
  notSignedIn,
  type OperationErrorCase,
  writeFailures,
} from './error-case.ts';
import { newAddress as address } from './rest-records.ts';
import { validRegistration } from './valid-registration.ts';

const required = 'Please fill in this field.';
const invalidText = 'Please remove line breaks and invisible characters.';
const invalidPin = "Enter a 6-digit PIN code. It can't start with 0.";
const invalidContact = 'Enter a 10-digit mobile number starting with 6, 7, 8 or 9.';
const invalidPhoneNumber = 'Enter a phone number of 6 to 15 digits.';
const tooShort = 'Please use 8 characters or more.';
const tooLong = (maxLength: number) => `Please use ${maxLength} characters or fewer.`;
const contactTaken = [409, 'Contact number already exists!'] as const;
const emailTaken = [500, "Duplicate entry 'a@b.example' for key 'email'"] as const;

const tryAgain = 'An error occurred. Please try again.';
const tryLater = 'The shop cannot do this at the moment. Please try again in a minute.';
const currentPassword = 'right-password';
const badPin = { ...address, pincode: '012345' };
const nulCity = { ...address, city: 'Pu\0ne' };
const longArea = { ...address, area: 'x'.repeat(201) };
const noArea = { ...address, area: ' ' };
const login = { contact: '9000000001', password: currentPassword };
const otpCheck = { email: 'reader@shop.example', otp: '123456' };
const enquiry = { name: 'Reader', phoneNumber: '9812345678', remark: 'Is there a second volume?' };

/**
 * Errors of the mutations for accounts, addresses and enquiries, by mutation. Errors that need more preparation, such
 * as `RATE_LIMITED` after too many attempts, are in error-catalogue.test.ts.
 */
export const accountErrors: Record<string, OperationErrorCase[]> = {
  register: [
    invalidInput('REQUIRED', { ...validRegistration, username: ' ' }, required, 'username'),
    invalidInput(
      'UNSUPPORTED_CHARACTERS',
      { ...validRegistration, username: 'friend,\nyou won' },
      invalidText,
      'username',
    ),
    invalidInput('TOO_LONG', { ...validRegistration, username: 'x'.repeat(101) }, tooLong(100), 'username', {
      maxLength: 100,
    }),
    invalidInput(
      'TOO_SHORT',
      { ...validRegistration, password: 'short', confirmPassword: 'short' },
      tooShort,
      'password',
      { minLength: 8 },
    ),
    invalidInput(
      'TOO_MANY_ADDRESSES',
      { ...validRegistration, addresses: Array(11).fill(address) },
      'You can save up to 10 addresses.',
      'addresses',
      { maxAddresses: 10 },
    ),
    invalidInput('INVALID', { ...validRegistration, contact: '0201234567' }, invalidContact, 'contact'),
    invalidInput('INVALID', { ...validRegistration, addresses: [badPin] }, invalidPin, 'addresses.0.pincode'),
    invalidInput(
      'PASSWORDS_DIFFER',
      { ...validRegistration, confirmPassword: 'another' },
      'Passwords do not match',
      'confirmPassword',
    ),
    {
      ...invalidInput(
        'CONTACT_TAKEN',
        validRegistration,
        'Contact Number is already present! You can try directly logging in.',
        'contact',
      ),
      host: { 'POST addUser': contactTaken },
    },
    {
      ...invalidInput('EMAIL_TAKEN', validRegistration, 'This email ID is already present.', 'email'),
      host: { 'POST addUser': emailTaken },
    },
    hostRejection(validRegistration, 'POST addUser', 403, 'The shop takes no new accounts today.'),
    ...writeFailures(validRegistration, 'POST addUser', tryAgain),
  ],
  login: [
    invalidInput(
      'REQUIRED',
      { contact: '', password: 'x' },
      'Please enter both contact and password',
      'contact',
    ),
    invalidInput(
      'REQUIRED',
      { contact: '9000000001', password: '' },
      'Please enter both contact and password',
      'password',
    ),
    {
      input: { contact: '9000000002', password: 'wrong' },
      code: 'LOGIN_FAILED',
      message: 'Login failed. Please check your credentials.',
      field: null,
    },
    ...[500, 429, 408, 405, 415].map((status) =>
      hostFailure(login, 'POST loginByContact', tryLater, 'UNAVAILABLE', status),
    ),
    ...[429, 408].map((status) =>
      hostFailure(login, 'GET getUserBycontact', tryLater, 'UNAVAILABLE', status),
    ),
  ],
  requestPasswordReset: [
    invalidInput('REQUIRED', { email: ' ' }, 'Please enter your email', 'email'),
    {
      ...invalidInput('EMAIL_NOT_FOUND', { email: 'nobody@shop.example' }, 'Email not found', 'email'),
      host: { 'POST sendotp': [404, 'no such user'] },
    },
    {
      ...invalidInput('EMAIL_NOT_FOUND', { email: 'nobody@shop.example' }, 'Email not found', 'email'),
      host: { 'POST sendotp': [400, 'User not found'] },
    },
    hostRejection({ email: 'reader@shop.example' }, 'POST sendotp', 400, 'No e-mails are sent today.'),
    ...writeFailures({ email: 'reader@shop.example' }, 'POST sendotp', tryAgain),
    {
      input: { email: 'buyer@shop.example' },
      code: 'RATE_LIMITED',
      message: 'Too many attempts. Please try again in 60 minutes.',
      field: null,
      parameters: { retryAfterSeconds: 3_600 },
      host: { 'POST sendotp': [429, 'Too many OTPs were requested.'] },
    },
  ],
  verifyPasswordReset: [
    invalidInput('REQUIRED', { email: '', otp: '123456' }, 'Please enter your email', 'email'),
    invalidInput('REQUIRED', { email: 'reader@shop.example', otp: ' ' }, 'Please enter the OTP', 'otp'),
    invalidInput(
      'OTP_INVALID',
      { email: 'reader@shop.example', otp: '000000' },
      'Invalid OTP or OTP expired',
      'otp',
    ),
    ...[500, 429, 408].map((status) =>
      hostFailure(otpCheck, 'POST verifyOTP', tryLater, 'UNAVAILABLE', status),
    ),
  ],
  resetPassword: [
    invalidInput('REQUIRED', { resetToken: 'x', newPassword: '' }, required, 'newPassword'),
    invalidInput('TOO_SHORT', { resetToken: 'x', newPassword: 'short' }, tooShort, 'newPassword', {
      minLength: 8,
    }),
    invalidInput('TOO_LONG', { resetToken: 'x', newPassword: 'x'.repeat(129) }, tooLong(128), 'newPassword', {
      maxLength: 128,
    }),
    {
      input: { resetToken: 'guessed', newPassword: 'long enough' },
      code: 'RESET_FAILED',
      message: 'Password reset failed',
      field: null,
    },
  ],
  updateProfile: [
    notSignedIn({ username: 'New' }),
    invalidInput('REQUIRED', { username: ' ' }, required, 'username'),
    invalidInput('INVALID', { contact: '123' }, invalidContact, 'contact'),
    invalidInput('UNSUPPORTED_CHARACTERS', { username: 'friend,\u2028you won' }, invalidText, 'username'),
    invalidInput('TOO_LONG', { username: 'x'.repeat(101) }, tooLong(100), 'username', { maxLength: 100 }),
    invalidInput(
      'REQUIRED',
      { contact: '9000000002' },
      'Please enter your current password.',
      'currentPassword',
    ),
    invalidInput(
      'WRONG_PASSWORD',
      { contact: '9000000002', currentPassword: 'wrong' },
      'The current password is wrong.',
      'currentPassword',
    ),
    invalidInput(
      'CONTACT_TAKEN',
      { contact: '9000000002', currentPassword },
      'Contact number already exists!',
      'contact',
    ),
    {
      ...invalidInput(
        'EMAIL_TAKEN',
        { email: 'a@b.example', currentPassword },
        'This email ID is already present.',
        'email',
      ),
      host: { 'PUT updateUser': emailTaken },
    },
    ...writeFailures({ username: 'New' }, 'PUT updateUser', 'Failed to update profile.'),
  ],
  createAddress: [
    notSignedIn({ address }),
    invalidInput('REQUIRED', { address: noArea }, required, 'address.area'),
    invalidInput('INVALID', { address: badPin }, invalidPin, 'address.pincode'),
    invalidInput('UNSUPPORTED_CHARACTERS', { address: nulCity }, invalidText, 'address.city'),
    invalidInput('TOO_LONG', { address: longArea }, tooLong(200), 'address.area', { maxLength: 200 }),
    ...writeFailures({ address }, 'PUT updateUser', 'Failed to update profile.'),
  ],
  updateAddress: [
    notSignedIn({ addressId: '11', address }),
    invalidInput(
      'ADDRESS_NOT_FOUND',
      { addressId: '12', address },
      'Please select a valid address.',
      'addressId',
    ),
    invalidInput('REQUIRED', { addressId: '11', address: noArea }, required, 'address.area'),
    invalidInput('INVALID', { addressId: '11', address: badPin }, invalidPin, 'address.pincode'),
    invalidInput(
      'UNSUPPORTED_CHARACTERS',
      { addressId: '11', address: nulCity },
      invalidText,
      'address.city',
    ),
    invalidInput('TOO_LONG', { addressId: '11', address: longArea }, tooLong(200), 'address.area', {
      maxLength: 200,
    }),
    ...writeFailures({ addressId: '11', address }, 'PUT updateUser', 'Failed to update profile.'),
  ],
  removeAddress: [
    notSignedIn({ addressId: '11' }),
    invalidInput('ADDRESS_NOT_FOUND', { addressId: '12' }, 'Please select a valid address.', 'addressId'),
    ...writeFailures({ addressId: '11' }, 'PUT updateUser', 'Failed to update profile.'),
  ],
  setDefaultAddress: [
    notSignedIn({ addressId: '11' }),
    invalidInput('ADDRESS_NOT_FOUND', { addressId: '12' }, 'Please select a valid address.', 'addressId'),
    ...writeFailures({ addressId: '11' }, 'PUT updateUser', 'Failed to update profile.'),
  ],
  createContact: [
    invalidInput('REQUIRED', { ...enquiry, name: '' }, required, 'name'),
    invalidInput('INVALID', { ...enquiry, phoneNumber: 'abc' }, invalidPhoneNumber, 'phoneNumber'),
    invalidInput('UNSUPPORTED_CHARACTERS', { ...enquiry, name: 'Rea\0der' }, invalidText, 'name'),
    invalidInput('TOO_LONG', { ...enquiry, remark: 'x'.repeat(2_001) }, tooLong(2_000), 'remark', {
      maxLength: 2_000,
    }),
    ...writeFailures(enquiry, 'POST createContact', tryAgain),
  ],
};
