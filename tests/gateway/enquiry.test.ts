import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getOnlyError, mutate } from './graphql-call.ts';
import { setUpRestHost, startGateway, type TestGateway } from './harness.ts';
import { hostUrl } from './rest-host.ts';

const rest = setUpRestHost();
let shop: TestGateway;
beforeEach(async () => {
  shop = await startGateway();
});
afterEach(() => shop.close());

const sendEnquiry = (input: Record<string, unknown>, fields = '') =>
  mutate(shop.graphql, 'createContact', input, fields);

describe('an enquiry', () => {
  const enquiry = { name: 'Reader', phoneNumber: '9812345678', remark: 'Do you have the second volume?' };

  it('is sent to the host with the book that it is about, or with empty fields if it is about none', async () => {
    let sent: unknown;
    rest.server.use(
      http.post(`${hostUrl}/createContact`, async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({ message: 'ok' });
      }),
    );
    expect(await sendEnquiry(enquiry, 'received')).toEqual({ received: true, userErrors: [] });
    expect(sent).toEqual({ ...enquiry, productName: '', publisher: '', author: '', language: '' });
    const book = { productName: 'गोदान', publisher: 'Kite String', author: 'प्रेमचंद', language: 'हिन्दी' };
    expect((await sendEnquiry({ ...enquiry, ...book })).userErrors).toEqual([]);
    expect(sent).toEqual({ ...enquiry, ...book });
  });

  it.each([
    ['without a remark', { remark: '' }, 'REQUIRED'],
    ['with a remark that is too long', { remark: 'x'.repeat(2_001) }, 'TOO_LONG'],
    ['with a title that is too long', { productName: 'x'.repeat(801) }, 'TOO_LONG'],
    ['with a line break in the author', { author: 'a\nb' }, 'UNSUPPORTED_CHARACTERS'],
  ])('%s is rejected', async (_, changes, code) => {
    expect(getOnlyError(await sendEnquiry({ ...enquiry, ...changes })).code).toBe(code);
  });

  it.each(['020 123', '+91 98123-45678', '(020) 2445.1234', '(+44) 20 7946 0958', '+123456789012345'])(
    'with the phone number %j is accepted',
    async (phoneNumber) => {
      expect((await sendEnquiry({ ...enquiry, phoneNumber })).userErrors).toEqual([]);
    },
  );

  it.each(['abc', '12', '-', '02012', '1234567890123456', '98123+45678', '98123 45678 home'])(
    'with the phone number %j is rejected',
    async (phoneNumber) => {
      expect(getOnlyError(await sendEnquiry({ ...enquiry, phoneNumber }))).toMatchObject({
        code: 'INVALID',
        field: ['phoneNumber'],
      });
    },
  );

  it('with a remark of the maximum length is accepted', async () => {
    expect((await sendEnquiry({ ...enquiry, remark: 'x'.repeat(2_000) })).userErrors).toEqual([]);
  });
});
