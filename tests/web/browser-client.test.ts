import { gql } from '@apollo/client';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createBrowserClient } from '#web/apollo/browser-client.ts';
import { ShopperLeft } from '#web/session/shopper-left.ts';

const uri = 'http://shop.test/graphql';
const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const userName = gql`
  query {
    user {
      id
      username
    }
  }
`;
const shopper = { user: { __typename: 'User', id: '7', username: 'Asha' } };
const addToCart = gql`
  mutation {
    addToCart(input: { productId: "1" }) {
      userErrors {
        code
      }
    }
  }
`;

function clientFor(token: string | undefined) {
  const onSessionEnd = vi.fn();
  const { client } = createBrowserClient({
    token: () => token,
    onSessionEnd,
    signedInAgain: () => Promise.resolve(false),
    uri,
  });
  return { client, onSessionEnd };
}

describe("the browser's client", () => {
  it("sends the shopper's token, and none for a visitor", async () => {
    const tokens: Array<string | null> = [];
    server.use(
      http.post(uri, ({ request }) => {
        tokens.push(request.headers.get('authorization'));
        return HttpResponse.json({ data: shopper });
      }),
    );
    await clientFor('secret').client.query({ query: userName });
    await clientFor(undefined).client.query({ query: userName });
    expect(tokens).toEqual(['Bearer secret', null]);
  });

  it('asks again when the network fails, and for a query only', async () => {
    let calls = 0;
    server.use(
      http.post(uri, () => {
        calls += 1;
        return calls === 2 ? HttpResponse.json({ data: shopper }) : HttpResponse.error();
      }),
    );
    const { client } = clientFor(undefined);
    expect((await client.query({ query: userName })).data).toEqual(shopper);
    await expect(client.mutate({ mutation: addToCart })).rejects.toThrow();
    expect(calls).toBe(3);
  });

  it('does not ask again what the server refused', async () => {
    let calls = 0;
    server.use(
      http.post(uri, () => {
        calls += 1;
        return HttpResponse.json({ errors: [{ message: 'no' }] }, { status: 400 });
      }),
    );
    await expect(clientFor(undefined).client.query({ query: userName })).rejects.toThrow();
    expect(calls).toBe(1);
  });

  it.each([
    ['the user is null', () => HttpResponse.json({ data: { user: null } })],
    ['the answer is 401', () => HttpResponse.json({ errors: [{ message: 'no' }] }, { status: 401 })],
  ])('notices the end of a session when %s', async (_what, answer) => {
    server.use(http.post(uri, answer));
    const { client, onSessionEnd } = clientFor('old');
    await client.query({ query: userName }).catch(() => undefined);
    expect(onSessionEnd).toHaveBeenCalledExactlyOnceWith('old');
  });

  it('notices the end of a session when a mutation says so', async () => {
    const payload = {
      __typename: 'AddToCartPayload',
      userErrors: [{ __typename: 'UserError', code: 'NOT_SIGNED_IN' }],
    };
    server.use(http.post(uri, () => HttpResponse.json({ data: { addToCart: payload } })));
    const { client, onSessionEnd } = clientFor('old');
    await client.mutate({ mutation: addToCart });
    expect(onSessionEnd).toHaveBeenCalledExactlyOnceWith('old');
  });

  it.each([
    ['sends a change again after the login that it waited for, with the new token', true],
    ["never sends one shopper's change for another who logs in", false],
  ])('%s', async (_what, sameShopper) => {
    const tokens: Array<string | null> = [];
    server.use(
      http.post(uri, ({ request }) => {
        const sent = request.headers.get('authorization');
        tokens.push(sent);
        const userErrors = sent === 'Bearer old' ? [{ __typename: 'UserError', code: 'NOT_SIGNED_IN' }] : [];
        return HttpResponse.json({ data: { addToCart: { __typename: 'AddToCartPayload', userErrors } } });
      }),
    );
    let token = 'old';
    const { client } = createBrowserClient({
      token: () => token,
      onSessionEnd: () => {
        token = 'new';
      },
      signedInAgain: () => Promise.resolve(sameShopper),
      uri,
    });
    const change = client.mutate({ mutation: addToCart, context: { outlivesSession: true } });
    if (sameShopper) expect((await change).data).toMatchObject({ addToCart: { userErrors: [] } });
    else await expect(change).rejects.toThrow(ShopperLeft);
    expect(tokens).toEqual(sameShopper ? ['Bearer old', 'Bearer new'] : ['Bearer old']);
  });

  it('lets a change outlive the page that sent it, and a query end with it', async () => {
    const sent = vi.spyOn(globalThis, 'fetch');
    const payload = { __typename: 'AddToCartPayload', userErrors: [] };
    server.use(http.post(uri, () => HttpResponse.json({ data: { ...shopper, addToCart: payload } })));
    const { client } = clientFor('secret');
    await client.query({ query: userName });
    await client.mutate({ mutation: addToCart });
    expect(sent.mock.calls.map(([, options]) => options?.keepalive)).toEqual([false, true]);
  });

  it('takes a null user of a visitor for what it is', async () => {
    server.use(http.post(uri, () => HttpResponse.json({ data: { user: null } })));
    const { client, onSessionEnd } = clientFor(undefined);
    await client.query({ query: userName });
    expect(onSessionEnd).not.toHaveBeenCalled();
  });
});
