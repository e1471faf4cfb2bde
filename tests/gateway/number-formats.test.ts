import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mutate } from './graphql-call.ts';
import { setUpRestHost, signIn, startGateway, type TestGateway } from './harness.ts';
import { hostUrl } from './rest-host.ts';
import { newAddress } from './rest-records.ts';
import { validRegistration } from './valid-registration.ts';

const rest = setUpRestHost();
let shop: TestGateway;
beforeEach(async () => {
  shop = await startGateway();
});
afterEach(() => shop.close());

/** Records the bodies that the host receives at an endpoint. */
function recordBodies(endpoint: string): unknown[] {
  const bodies: unknown[] = [];
  rest.server.use(
    http.post(`${hostUrl}/${endpoint}`, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ message: 'ok' }, { status: 201 });
    }),
  );
  return bodies;
}

describe.each([
  '+91 90000 00001',
  '+919000000001',
  '090000 00001',
  '90000-00001',
  // With the non-breaking hyphen of web pages and text documents.
  '90000\u201100001',
  '90000.00001',
  '(+91) 90000 00001',
  '+९१ ९०००० ००००१',
  // Numbers copied from a contacts app may be surrounded by invisible direction marks.
  '\u202d90000 00001\u202c',
])('the mobile number %s stands for its ten digits', (contact) => {
  it('in a login', async () => {
    await signIn(shop, contact);
  });

  it('in a password reset', async () => {
    const emails: unknown[] = [];
    const recordEmail = ({ request }: { request: Request }) => {
      emails.push(new URL(request.url).searchParams.get('email'));
      return HttpResponse.text('OK');
    };
    rest.server.use(
      http.post(`${hostUrl}/sendotp`, recordEmail),
      http.post(`${hostUrl}/verifyOTP`, recordEmail),
    );
    await mutate(shop.graphql, 'requestPasswordReset', { email: contact });
    await mutate(shop.graphql, 'verifyPasswordReset', { email: contact, otp: '123456' });
    const { email } = rest.host.getShopper(7);
    expect(emails).toEqual([email, email]);
  });

  it('in a registration', async () => {
    const bodies = recordBodies('addUser');
    const input = { ...validRegistration, contact };
    expect((await mutate(shop.graphql, 'register', input)).userErrors).toEqual([]);
    expect(bodies).toMatchObject([{ contact: '9000000001' }]);
  });
});

it('a new mobile number with a prefix is saved in the profile as ten digits', async () => {
  const token = await signIn(shop);
  const profile = { contact: '+91 98123 45679', currentPassword: 'right-password' };
  const updated = await mutate(shop.graphql, 'updateProfile', profile, 'user { contact }', token);
  expect(updated).toEqual({ user: { contact: '9812345679' }, userErrors: [] });
});

it('in a login, only spaces are removed from a contact number that is not an Indian mobile number', async () => {
  const bodies = recordBodies('loginByContact');
  await mutate(shop.graphql, 'login', { contact: '020-2445 1234', password: 'right-password' });
  expect(bodies).toEqual([{ contact: '020-24451234', password: 'right-password' }]);
});

describe('a PIN code may have a space', () => {
  it('in a new address', async () => {
    const token = await signIn(shop);
    const address = { ...newAddress, pincode: '416 001' };
    const created = await mutate(shop.graphql, 'createAddress', { address }, 'address { pincode }', token);
    expect(created).toEqual({ address: { pincode: '416001' }, userErrors: [] });
  });

  it('in a quote', async () => {
    const input = { source: 'CART', lines: [{ productId: '1', quantity: 1 }], pincode: '411 030' };
    const query =
      'query ($input: CheckoutQuoteInput!) { checkoutQuote(input: $input) { shipping userErrors { code } } }';
    expect((await shop.graphql(query, { input })).data).toEqual({
      checkoutQuote: { shipping: 0, userErrors: [] },
    });
  });
});

describe('Devanagari digits are sent to the host as 0–9', () => {
  it('in the contact number and the PIN code of a registration', async () => {
    const bodies = recordBodies('addUser');
    const input = {
      ...validRegistration,
      contact: '९८१२३४५६७८',
      addresses: [{ ...newAddress, address: 'घर १२', pincode: '४११०३०' }],
    };
    expect((await mutate(shop.graphql, 'register', input)).userErrors).toEqual([]);
    expect(bodies).toMatchObject([
      { contact: '9812345678', addresses: [{ address: 'घर १२', pincode: '411030' }] },
    ]);
  });

  it('in an enquiry', async () => {
    const bodies = recordBodies('createContact');
    const input = { name: 'Reader', phoneNumber: '+९१ ९८१२३-४५६७८', remark: 'Hello' };
    expect((await mutate(shop.graphql, 'createContact', input)).userErrors).toEqual([]);
    expect(bodies).toMatchObject([{ phoneNumber: '+91 98123-45678' }]);
  });

  it('in a login, a new address and a new mobile number', async () => {
    const token = await signIn(shop, '९००००००००१');
    const address = { ...newAddress, pincode: '४१६००१' };
    const created = await mutate(shop.graphql, 'createAddress', { address }, 'address { pincode }', token);
    expect(created).toEqual({ address: { pincode: '416001' }, userErrors: [] });
    const profile = { contact: '९८१२३४५६७९', currentPassword: 'right-password' };
    const updated = await mutate(shop.graphql, 'updateProfile', profile, 'user { contact }', token);
    expect(updated).toEqual({ user: { contact: '9812345679' }, userErrors: [] });
  });

  it('in a password reset', async () => {
    // The field `email` also accepts a mobile number.
    const mobileNumber = '९००००००००१';
    const request = { email: mobileNumber };
    expect((await mutate(shop.graphql, 'requestPasswordReset', request)).userErrors).toEqual([]);
    const input = { email: mobileNumber, otp: '१२३४५६' };
    expect((await mutate(shop.graphql, 'verifyPasswordReset', input)).userErrors).toEqual([]);
  });
});

it('a quote accepts a PIN code in Devanagari digits', async () => {
  const fetchShipping = async (pincode: string) => {
    const input = { source: 'CART', lines: [{ productId: '1', quantity: 1 }], pincode };
    const query =
      'query ($input: CheckoutQuoteInput!) { checkoutQuote(input: $input) { shipping userErrors { code } } }';
    return (await shop.graphql(query, { input })).data;
  };
  expect(await fetchShipping('४११०३०')).toMatchObject({ checkoutQuote: { userErrors: [] } });
  expect(await fetchShipping('४११०३०')).toEqual(await fetchShipping('411030'));
});
