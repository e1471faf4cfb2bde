import { newAddress } from './rest-records.ts';

/** Whoever registers in these tests: nothing is wrong with it. */
export const newReader = {
  username: 'New Reader',
  email: 'new@shop.example',
  contact: '9812345678',
  password: 'long enough',
  confirmPassword: 'long enough',
  addresses: [newAddress],
};
