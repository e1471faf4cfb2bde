import { type CaseOf, failed, fault, visitor } from './error-case.ts';
import { newReader } from './new-reader.ts';
import { newAddress as address } from './rest-records.ts';

const required = 'Please fill in this field.';
const wrongText = 'Please use letters, digits and punctuation only.';
const wrongPin = 'Please enter a PIN code of 6 digits, the first not 0.';
const wrongContact = 'Please enter a mobile number of 10 digits, the first from 6 to 9.';
const wrongPassword = 'Please choose a password of 8 to 128 characters.';
const taken = [409, 'Contact number already exists!'] as const;
const duplicate = [500, "Duplicate entry 'a@b.example' for key 'email'"] as const;

const currentPassword = 'right-password';
const badPin = { ...address, pincode: '012345' };
const noArea = { ...address, area: ' ' };
const enquiry = { name: 'Reader', phoneNumber: '9812345678', remark: 'Is there a second volume?' };
/** Every error about accounts, addresses and enquiries but for `RATE_LIMITED`, by mutation. */
export const accountErrors: Record<string, CaseOf[]> = {
  register: [
    fault('REQUIRED', { ...newReader, username: ' ' }, required, 'username'),
    fault('REQUIRED', { ...newReader, addresses: [] }, 'You must have at least one address.', 'addresses'),
    fault('INVALID', { ...newReader, username: 'friend,\nyou won' }, wrongText, 'username'),
    fault('INVALID', { ...newReader, contact: '0201234567' }, wrongContact, 'contact'),
    fault('INVALID', { ...newReader, addresses: [badPin] }, wrongPin, 'addresses.0.pincode'),
    fault(
      'PASSWORDS_DIFFER',
      { ...newReader, confirmPassword: 'another' },
      'Passwords do not match',
      'confirmPassword',
    ),
    {
      ...fault(
        'CONTACT_TAKEN',
        newReader,
        'Contact Number is already present! You can try directly logging in.',
        'contact',
      ),
      host: { 'POST addUser': taken },
    },
    {
      ...fault('EMAIL_TAKEN', newReader, 'This email ID is already present.', 'email'),
      host: { 'POST addUser': duplicate },
    },
    {
      ...failed(newReader, '', 'The shop takes no new accounts today.'),
      host: { 'POST addUser': [403, 'The shop takes no new accounts today.'] },
    },
    failed(newReader, 'POST addUser', 'An error occurred. Please try again.'),
  ],
  login: [
    fault('REQUIRED', { contact: '', password: 'x' }, 'Please enter both contact and password', 'contact'),
    fault(
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
    fault('REQUIRED', { email: ' ' }, 'Please enter your email', 'email'),
    {
      ...fault('EMAIL_NOT_FOUND', { email: 'nobody@shop.example' }, 'Email not found', 'email'),
      host: { 'POST sendotp': [404, 'no such user'] },
    },
    {
      ...fault('EMAIL_NOT_FOUND', { email: 'nobody@shop.example' }, 'Email not found', 'email'),
      host: { 'POST sendotp': [400, 'User not found'] },
    },
    {
      ...failed({ email: 'reader@shop.example' }, '', 'No mails are sent today.'),
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
    fault('REQUIRED', { email: '', otp: '123456' }, 'Please enter your email', 'email'),
    fault('REQUIRED', { email: 'reader@shop.example', otp: ' ' }, 'Please enter the OTP', 'otp'),
    fault(
      'OTP_INVALID',
      { email: 'reader@shop.example', otp: '000000' },
      'Invalid OTP or OTP expired',
      'otp',
    ),
  ],
  resetPassword: [
    fault('REQUIRED', { resetToken: 'x', newPassword: '' }, required, 'newPassword'),
    fault('INVALID', { resetToken: 'x', newPassword: 'short' }, wrongPassword, 'newPassword'),
    {
      input: { resetToken: 'guessed', newPassword: 'long enough' },
      code: 'RESET_FAILED',
      message: 'Password reset failed',
      field: null,
    },
  ],
  updateProfile: [
    visitor({ username: 'New' }),
    fault('REQUIRED', { username: ' ' }, required, 'username'),
    fault('INVALID', { contact: '123' }, wrongContact, 'contact'),
    fault('INVALID', { username: 'friend,\u2028you won' }, wrongText, 'username'),
    fault('REQUIRED', { contact: '9000000002' }, 'Please enter your current password.', 'currentPassword'),
    fault(
      'WRONG_PASSWORD',
      { contact: '9000000002', currentPassword: 'wrong' },
      'The current password is wrong.',
      'currentPassword',
    ),
    fault(
      'CONTACT_TAKEN',
      { contact: '9000000002', currentPassword },
      'Contact number already exists!',
      'contact',
    ),
    {
      ...fault(
        'EMAIL_TAKEN',
        { email: 'a@b.example', currentPassword },
        'This email ID is already present.',
        'email',
      ),
      host: { 'PUT updateUser': duplicate },
    },
    failed({ username: 'New' }, 'PUT updateUser', 'Failed to update profile.'),
  ],
  createAddress: [
    visitor({ address }),
    fault('REQUIRED', { address: noArea }, required, 'address.area'),
    fault('INVALID', { address: badPin }, wrongPin, 'address.pincode'),
    failed({ address }, 'PUT updateUser', 'Failed to update profile.'),
  ],
  updateAddress: [
    visitor({ addressId: '11', address }),
    fault('ADDRESS_NOT_FOUND', { addressId: '12', address }, 'Please select a valid address.', 'addressId'),
    fault('REQUIRED', { addressId: '11', address: noArea }, required, 'address.area'),
    fault('INVALID', { addressId: '11', address: badPin }, wrongPin, 'address.pincode'),
    failed({ addressId: '11', address }, 'PUT updateUser', 'Failed to update profile.'),
  ],
  removeAddress: [
    visitor({ addressId: '11' }),
    fault('ADDRESS_NOT_FOUND', { addressId: '12' }, 'Please select a valid address.', 'addressId'),
    failed({ addressId: '11' }, 'PUT updateUser', 'Failed to update profile.'),
  ],
  createContact: [
    fault('REQUIRED', { ...enquiry, name: '' }, required, 'name'),
    fault(
      'INVALID',
      { ...enquiry, remark: 'x'.repeat(2_001) },
      'At most 2000 characters are allowed.',
      'remark',
    ),
    failed(enquiry, 'POST createContact', 'An error occurred. Please try again.'),
  ],
};
