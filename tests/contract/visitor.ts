import { randomInt, randomUUID } from 'node:crypto';

/** A user that nobody has registered before. */
export type Visitor = ReturnType<typeof newVisitor>;

export function newVisitor() {
  const mark = randomUUID().slice(0, 8);
  const password = randomUUID();
  return {
    username: `Contract check ${mark}`,
    // example.com takes no mail (RFC 2606): nobody is written to.
    email: `contract-check-${mark}@example.com`,
    contact: someContact(),
    password,
    cpassword: password,
    addresses: [
      {
        address: '12 Test Lane',
        area: 'Kothrud',
        city: 'Pune',
        district: 'Pune',
        state: 'Maharashtra',
        pincode: '411038',
        landmark: 'By the well',
      },
    ],
  };
}

/** A mobile number drawn at random. */
export function someContact(): string {
  return String(randomInt(6_000_000_000, 9_999_999_999));
}
