import { newAddress } from './rest-records.ts';

/** A valid input for the mutation `register`. */
export const validRegistration = {
  username: 'New Reader',
  email: 'new@shop.example',
  contact: '9812345678',
  password: 'long enough',
  confirmPassword: 'long enough',
  addresses: [newAddress],
};
