import { hostFailure, invalidInput, type MutationErrorCase, notSignedIn } from './error-case.ts';
import { newAddress as address } from './rest-records.ts';
import { validRegistration } from './valid-registration.ts';

const required = 'Please fill in this field.';
const invalidText = 'Please use letters, digits and punctuation only.';
const invalidPin = "Enter a 6-digit PIN code. It can't start with 0.";
const invalidContact = 'Enter a 10-digit mobile number starting with 6, 7, 8 or 9.';
const invalidPassword = 'Use 8 to 128 characters.';
const contactTaken = [409, 'Contact number already exists!'] as const;
const emailTaken = [500, "Duplicate entry 'a@b.example' for key 'email'"] as const;

const currentPassword = 'right-password';
const badPin = { ...address, pincode: '012345' };
const noArea = { ...address, area: ' ' };
const enquiry = { name: 'Reader', phoneNumber: '9812345678', remark: 'Is there a second volume?' };

/** Every error about accounts, addresses and enquiries, by mutation. `RATE_LIMITED` appears only where the host causes it. */
export const accountErrors: Record<string, MutationErrorCase[]> = {
  register: [
    invalidInput('REQUIRED', { ...validRegistration, username: ' ' }, required, 'username'),
    invalidInput(
      'REQUIRED',
      { ...validRegistration, addresses: [] },
      'You must have at least one address.',
      'addresses',
    ),
    invalidInput('INVALID', { ...validRegistration, username: 'friend,\nyou won' }, invalidText, 'username'),
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
    {
      ...hostFailure(validRegistration, '', 'The shop takes no new accounts today.'),
      host: { 'POST addUser': [403, 'The shop takes no new accounts today.'] },
    },
    hostFailure(validRegistration, 'POST addUser', 'An error occurred. Please try again.'),
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
    {
      ...hostFailure({ email: 'reader@shop.example' }, '', 'No mails are sent today.'),
      host: { 'POST sendotp': [400, 'No mails are sent today.'] },
    },
    {
      input: { email: 'reader@shop.example' },
      code: 'RATE_LIMITED',
      message: 'Too many attempts. Please try again in 60 minutes.',
      field: null,
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
  ],
  resetPassword: [
    invalidInput('REQUIRED', { resetToken: 'x', newPassword: '' }, required, 'newPassword'),
    invalidInput('INVALID', { resetToken: 'x', newPassword: 'short' }, invalidPassword, 'newPassword'),
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
    invalidInput('INVALID', { username: 'friend,\u2028you won' }, invalidText, 'username'),
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
    hostFailure({ username: 'New' }, 'PUT updateUser', 'Failed to update profile.'),
  ],
  createAddress: [
    notSignedIn({ address }),
    invalidInput('REQUIRED', { address: noArea }, required, 'address.area'),
    invalidInput('INVALID', { address: badPin }, invalidPin, 'address.pincode'),
    hostFailure({ address }, 'PUT updateUser', 'Failed to update profile.'),
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
    hostFailure({ addressId: '11', address }, 'PUT updateUser', 'Failed to update profile.'),
  ],
  removeAddress: [
    notSignedIn({ addressId: '11' }),
    invalidInput('ADDRESS_NOT_FOUND', { addressId: '12' }, 'Please select a valid address.', 'addressId'),
    hostFailure({ addressId: '11' }, 'PUT updateUser', 'Failed to update profile.'),
  ],
  createContact: [
    invalidInput('REQUIRED', { ...enquiry, name: '' }, required, 'name'),
    invalidInput(
      'INVALID',
      { ...enquiry, remark: 'x'.repeat(2_001) },
      'Please use 2000 characters or fewer.',
      'remark',
    ),
    hostFailure(enquiry, 'POST createContact', 'An error occurred. Please try again.'),
  ],
};
