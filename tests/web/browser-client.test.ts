import { hash } from 'node:crypto';
import { gql } from '@apollo/client';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createBrowserClient } from '#web/apollo/browser-client.ts';
import type { SessionStore, Shopper } from '#web/auth/session-store.ts';
import { ShopperChangedError } from '#web/auth/session-store.ts';
import { createBrowser } from './browser-tabs.ts';
import { createFailingFields, gateway, gatewayUrl, type ReceivedOperation } from './gateway-stub.ts';
import { asha, bina } from './shoppers.ts';
import { setUpStubServer } from './stub-server.ts';
import { trustDocument } from './trusted-documents.ts';

const server = setUpStubServer();

const userName = trustDocument(gql`
  query UserName {
    user {
      id
      username
    }
  }
`);
const addToCart = trustDocument(gql`
  mutation AddToCart {
    addToCart(input: { productId: "1" }) {
      cart {
        id
        unitCount
      }
      userErrors {
        code
      }
    }
  }
`);
const removeAddress = trustDocument(gql`
  mutation RemoveAddress {
    removeAddress(input: { addressId: "1" }) {
      userErrors {
        code
      }
    }
  }
`);
const slides = trustDocument(gql`
  query Slides {
    slides {
      id
    }
  }
`);

const users = new Map([
  ['Bearer first', { id: '7', username: 'Asha' }],
  ['Bearer second', { id: '7', username: 'Asha' }],
  ['Bearer bina-token', { id: '8', username: 'Bina' }],
]);
const hashNotFound = {
  errors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }],
};
const sessionEnded = createFailingFields('Your session has ended. Please log in again.', 'UNAUTHENTICATED');
const notSignedIn = { userErrors: [{ code: 'NOT_SIGNED_IN', message: 'Please login.' }] };

/** The `Authorization` headers of the received requests, in order. */
let receivedTokens: Array<string | null>;
/** The response that `delayNextResponse` delays. */
let delayed: { received: PromiseWithResolvers<void>; released: PromiseWithResolvers<void> } | undefined;
beforeEach(() => {
  receivedTokens = [];
  delayed = undefined;
});

/** Records and returns a request's `Authorization` header. If the response is to be delayed, waits for its release. */
async function receiveToken({ request }: ReceivedOperation): Promise<string | null> {
  const token = request.headers.get('authorization');
  receivedTokens.push(token);
  const response = delayed;
  delayed = undefined;
  response?.received.resolve();
  await response?.released.promise;
  return token;
}

/** Delays the next response until `release` is called. `received` resolves when its request is received. */
function delayNextResponse() {
  const response = { received: Promise.withResolvers<void>(), released: Promise.withResolvers<void>() };
  delayed = response;
  return { received: response.received.promise, release: response.released.resolve };
}

/**
 * Simulates a gateway that identifies shoppers by their tokens. `endedTokens` are the `Authorization` headers of ended
 * sessions.
 */
function serveUsers(...endedTokens: string[]): void {
  const findUser = (token: string | null) =>
    endedTokens.includes(token ?? '') ? undefined : users.get(token ?? '');
  server.use(
    gateway.query('UserName', async (operation) => {
      const token = await receiveToken(operation);
      const user = findUser(token);
      return token !== null && user === undefined ? sessionEnded : { user: user ?? null };
    }),
    gateway.mutation('AddToCart', async (operation) => {
      const user = findUser(await receiveToken(operation));
      if (user === undefined) return { addToCart: notSignedIn };
      return { addToCart: { cart: { id: user.id, unitCount: Number(user.id) }, userErrors: [] } };
    }),
    gateway.mutation('RemoveAddress', async (operation) => {
      const user = findUser(await receiveToken(operation));
      return { removeAddress: user === undefined ? notSignedIn : { userErrors: [] } };
    }),
    gateway.query('Slides', async (operation) => {
      await receiveToken(operation);
      return { slides: [{ id: '1' }] };
    }),
  );
}

/**
 * Opens a tab, signed in as `shopper` unless it is null, and another tab of the same browser. Returns the first tab's
 * client and both sessions.
 */
function openTabs(shopper: Shopper | null) {
  const browser = createBrowser();
  const { store: session } = browser.openTab();
  if (shopper !== null) session.signIn(shopper);
  const { store: other } = browser.openTab();
  const client = createBrowserClient({ session, uri: gatewayUrl });
  return { client, session, other };
}

const currentTokens = (...tabs: SessionStore[]) => tabs.map((tab) => tab.getShopper()?.token);

describe("the browser's client", () => {
  it("sends the shopper's token, and none for a visitor", async () => {
    serveUsers();
    expect((await openTabs(asha).client.query({ query: userName })).data).toMatchObject({
      user: { id: '7' },
    });
    expect((await openTabs(null).client.query({ query: userName })).data).toEqual({ user: null });
    expect(receivedTokens).toEqual(['Bearer first', null]);
  });

  it('sends the hash of a document, and the text only if the gateway does not know the hash', async () => {
    const bodies: unknown[] = [];
    const clientNames: Array<string | null> = [];
    server.use(
      http.post(gatewayUrl, async ({ request }) => {
        bodies.push(await request.clone().json());
        clientNames.push(request.headers.get('apollographql-client-name'));
        return bodies.length === 1
          ? HttpResponse.json(hashNotFound)
          : HttpResponse.json({ data: { slides: [] } });
      }),
    );
    expect((await openTabs(null).client.query({ query: slides })).data).toEqual({ slides: [] });
    const text = 'query Slides {\n  slides {\n    id\n    __typename\n  }\n}';
    const extensions = { persistedQuery: { version: 1, sha256Hash: hash('sha256', text) } };
    const requestWithHash = { operationName: 'Slides', variables: {}, extensions };
    expect(bodies).toEqual([requestWithHash, { ...requestWithHash, query: text }]);
    expect(clientNames).toEqual(['storefront', 'storefront']);
  });

  it.each([
    ['the network fails', () => HttpResponse.error()],
    ['a proxy responds with 502', () => HttpResponse.json({ errors: [{ message: 'no' }] }, { status: 502 })],
  ])('retries queries, but not mutations, when %s', async (_failure, fail) => {
    let calls = 0;
    // The second call is the query's retry. The third is the mutation, which fails and must not be retried.
    const failUnlessSecondCall = () => {
      calls += 1;
      return calls === 2 ? { user: null } : fail();
    };
    server.use(
      gateway.query('UserName', failUnlessSecondCall),
      gateway.mutation('AddToCart', failUnlessSecondCall),
    );
    const { client } = openTabs(null);
    expect((await client.query({ query: userName })).data).toEqual({ user: null });
    await expect(client.mutate({ mutation: addToCart })).rejects.toThrow();
    expect(calls).toBe(3);
  });

  it('gives up after four attempts of a query', async () => {
    let calls = 0;
    server.use(
      gateway.query('UserName', () => {
        calls += 1;
        return HttpResponse.error();
      }),
    );
    await expect(openTabs(null).client.query({ query: userName })).rejects.toThrow();
    expect(calls).toBe(4);
  });

  it('does not retry a query whose signal has been aborted', async () => {
    const request = new AbortController();
    const fetchSpy = vi.spyOn(globalThis, 'fetch').mockImplementation(() => {
      request.abort(new Error('Too late.'));
      return Promise.reject(new TypeError('no connection'));
    });
    const fetchOptions = { signal: request.signal };
    const result = openTabs(null).client.query({ query: userName, context: { fetchOptions } });
    await expect(result).rejects.toThrow('Too late.');
    expect(fetchSpy).toHaveBeenCalledTimes(1);
  });

  it.each([400, 500])('does not retry a request that the server rejected with status %i', async (status) => {
    let calls = 0;
    server.use(
      gateway.query('UserName', () => {
        calls += 1;
        return HttpResponse.json({ errors: [{ message: 'no' }] }, { status });
      }),
    );
    await expect(openTabs(null).client.query({ query: userName })).rejects.toThrow();
    expect(calls).toBe(1);
  });

  it('lets a mutation, but not a query, outlive the page', async () => {
    const fetchSpy = vi.spyOn(globalThis, 'fetch');
    serveUsers();
    const { client } = openTabs(asha);
    await client.query({ query: userName });
    await client.mutate({ mutation: addToCart });
    expect(fetchSpy.mock.calls.map(([, options]) => options?.keepalive)).toEqual([false, true]);
  });
});

describe('the language of the page', () => {
  it('is sent only with mutations, for the e-mails that they cause', async () => {
    const fetchSpy = vi.spyOn(globalThis, 'fetch');
    serveUsers();
    const { store: session } = createBrowser().openTab();
    session.signIn(asha);
    const client = createBrowserClient({ session, uri: gatewayUrl, getLanguage: () => 'mr' });
    await client.query({ query: userName });
    await client.mutate({ mutation: addToCart });
    const languages = fetchSpy.mock.calls.map(([, options]) =>
      new Headers(options?.headers).get('accept-language'),
    );
    expect(languages).toEqual([null, 'mr']);
  });
});

describe('a session', () => {
  it.each([
    ['the gateway cannot read the shopper', () => createFailingFields('Failed to fetch user data')],
    ['the user is null without an error', () => ({ user: null })],
    ['a proxy responds with 401', () => HttpResponse.json({ errors: [{ message: 'no' }] }, { status: 401 })],
    ['the network fails', () => HttpResponse.error()],
  ])('continues in every tab when %s', async (_failure, resolve) => {
    server.use(gateway.query('UserName', resolve));
    const { client, session, other } = openTabs(asha);
    await client.query({ query: userName }).catch(() => undefined);
    expect(currentTokens(session, other)).toEqual(['first', 'first']);
  });

  it.each(['query', 'mutation'])(
    'ends in every tab when the response to a %s reports that it has ended',
    async (kind) => {
      serveUsers('Bearer first');
      const { client, session, other } = openTabs(asha);
      if (kind === 'query') await expect(client.query({ query: userName })).rejects.toThrow();
      else {
        const { data } = await client.mutate({ mutation: addToCart });
        expect(data).toMatchObject({ addToCart: { userErrors: [{ code: 'NOT_SIGNED_IN' }] } });
      }
      expect(currentTokens(session, other)).toEqual([undefined, undefined]);
    },
  );

  it.each([
    ['query', 'the same', { ...asha, token: 'second' }],
    ['query', 'another', bina],
    ['mutation', 'the same', { ...asha, token: 'second' }],
    ['mutation', 'another', bina],
  ])(
    'does not end if a %s with an old token is rejected after %s shopper has logged in',
    async (kind, _, next) => {
      serveUsers('Bearer first');
      const { client, session, other } = openTabs(asha);
      const response = delayNextResponse();
      const result =
        kind === 'query' ? client.query({ query: userName }) : client.mutate({ mutation: addToCart });
      result.catch(() => undefined);
      await response.received;
      other.signIn(next);
      response.release();
      await result.catch(() => undefined);
      expect(currentTokens(session, other)).toEqual([next.token, next.token]);
    },
  );
});

describe("a shopper's query", () => {
  it('is sent again for the next shopper who signs in, and returns only the new result', async () => {
    serveUsers();
    const { client, other } = openTabs(asha);
    const response = delayNextResponse();
    const first = client.query({ query: userName });
    await response.received;
    other.signIn(bina);
    // The pending query must not be reused for the same query of the next shopper.
    const second = client.query({ query: userName });
    for (const result of [first, second]) {
      expect((await result).data).toMatchObject({ user: { username: 'Bina' } });
    }
    response.release();
    expect(client.readQuery({ query: userName })).toMatchObject({ user: { username: 'Bina' } });
    expect(receivedTokens).toEqual(['Bearer first', 'Bearer bina-token']);
  });

  it('is sent again with the new token when the shopper has logged in again', async () => {
    serveUsers('Bearer first');
    const { client, other } = openTabs(asha);
    const response = delayNextResponse();
    const result = client.query({ query: userName });
    await response.received;
    other.signIn({ ...asha, token: 'second' });
    response.release();
    expect((await result).data).toMatchObject({ user: { username: 'Asha' } });
    expect(receivedTokens).toEqual(['Bearer first', 'Bearer second']);
  });

  it('fails when the shopper logs out before the response', async () => {
    serveUsers();
    const { client, other } = openTabs(asha);
    const response = delayNextResponse();
    const result = client.query({ query: userName });
    await response.received;
    other.signOut();
    await expect(result).rejects.toThrow(ShopperChangedError);
    response.release();
    expect(client.readQuery({ query: userName })).toBeNull();
  });

  it('returns its result even after the shopper has logged out, if it is public', async () => {
    serveUsers();
    const { client, other } = openTabs(asha);
    const response = delayNextResponse();
    const result = client.query({ query: slides });
    await response.received;
    other.signOut();
    response.release();
    expect((await result).data).toMatchObject({ slides: [{ id: '1' }] });
    expect(receivedTokens).toEqual(['Bearer first']);
  });
});

describe("a shopper's mutation", () => {
  const retryAfterLogin = { retryAfterLogin: true };

  it('is sent again with the new token after the login, if its context requests it', async () => {
    serveUsers('Bearer first');
    const { client, session, other } = openTabs(asha);
    const mutation = client.mutate({ mutation: addToCart, context: retryAfterLogin });
    await expect.poll(() => session.getShopper()).toBeNull();
    other.signIn({ ...asha, token: 'second' });
    expect((await mutation).data).toMatchObject({ addToCart: { userErrors: [] } });
    expect(receivedTokens).toEqual(['Bearer first', 'Bearer second']);
  });

  it('is never sent for another shopper who logs in', async () => {
    serveUsers('Bearer first');
    const { client, session, other } = openTabs(asha);
    const mutation = client.mutate({ mutation: addToCart, context: retryAfterLogin });
    mutation.catch(() => undefined);
    await expect.poll(() => session.getShopper()).toBeNull();
    other.signIn(bina);
    await expect(mutation).rejects.toThrow(ShopperChangedError);
    expect(receivedTokens).toEqual(['Bearer first']);
  });

  it('is never sent for another shopper who logged in before the response', async () => {
    serveUsers('Bearer first');
    const { client, other } = openTabs(asha);
    const response = delayNextResponse();
    const mutation = client.mutate({ mutation: addToCart, context: retryAfterLogin });
    mutation.catch(() => undefined);
    await response.received;
    other.signOut();
    other.signIn(bina);
    response.release();
    await expect(mutation).rejects.toThrow(ShopperChangedError);
    expect(receivedTokens).toEqual(['Bearer first']);
  });

  it('returns nothing to another shopper who has signed in when its response says that the session has ended', async () => {
    serveUsers('Bearer first');
    const { client, session, other } = openTabs(asha);
    const response = delayNextResponse();
    const mutation = client.mutate({ mutation: removeAddress });
    mutation.catch(() => undefined);
    await response.received;
    other.signIn(bina);
    response.release();
    await expect(mutation).rejects.toThrow(ShopperChangedError);
    expect(session.getShopper()).toEqual(bina);
  });

  it.each([
    ['another shopper', bina],
    ['no shopper', null],
  ])('writes nothing to the cache if %s is signed in when the response arrives', async (_shopper, next) => {
    serveUsers();
    const { client, other } = openTabs(asha);
    const response = delayNextResponse();
    const mutation = client.mutate({ mutation: addToCart });
    mutation.catch(() => undefined);
    await response.received;
    other.signOut();
    if (next !== null) other.signIn(next);
    response.release();
    await expect(mutation).rejects.toThrow(ShopperChangedError);
    expect(JSON.stringify(client.cache.extract())).not.toContain('unitCount');
  });
});
