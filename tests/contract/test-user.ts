import { randomInt, randomUUID } from 'node:crypto';

export const homeAddress = {
  address: '12 Test Lane',
  area: 'Kothrud',
  city: 'Pune',
  district: 'Pune',
  state: 'Maharashtra',
  pincode: '411038',
  // Only a letter outside ASCII reveals the charset of the host's responses.
  landmark: 'By the café',
};

/** The details with which a unique test user is registered. */
export type TestUser = ReturnType<typeof createTestUser>;

export function createTestUser() {
  const suffix = randomUUID().slice(0, 8);
  const password = randomUUID();
  return {
    username: `Contract check ${suffix}`,
    // The domain example.com is reserved (RFC 2606), so nobody receives the one-time password.
    email: `contract-check-${suffix}@example.com`,
    contact: createRandomContact(),
    password,
    cpassword: password,
    addresses: [homeAddress],
  };
}

/** Creates a random mobile number. */
export function createRandomContact(): string {
  return String(randomInt(6_000_000_000, 9_999_999_999));
}
