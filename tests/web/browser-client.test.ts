import { hash } from 'node:crypto';
import { gql } from '@apollo/client';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBrowserClient } from '#web/apollo/browser-client.ts';
import type { SessionStore, Shopper } from '#web/auth/session-store.ts';
import { ShopperChangedError } from '#web/auth/session-store.ts';
import { asha, bina, createBrowser } from './browser-tabs.ts';
import { failing, gateway, gatewayUrl, type ReceivedOperation } from './gateway-stub.ts';
import { trustDocument } from './trusted-documents.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

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
  ['Bearer hers', { id: '8', username: 'Bina' }],
]);
const unknownHash = {
  errors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }],
};
const ended = failing('Your session has ended. Please log in again.', 'UNAUTHENTICATED');
const notSignedIn = { addToCart: { userErrors: [{ code: 'NOT_SIGNED_IN', message: 'Please login.' }] } };

/** The tokens of the requests, in the order they came. */
let tokens: Array<string | null>;
/** Holds back the answer to the next request. */
let gate: { arrived: PromiseWithResolvers<void>; open: PromiseWithResolvers<void> } | undefined;
beforeEach(() => {
  tokens = [];
  gate = undefined;
});

/** Notes the token of a request that arrives, and waits where it is held back. */
async function arrive({ request }: ReceivedOperation): Promise<string | null> {
  const token = request.headers.get('authorization');
  tokens.push(token);
  const held = gate;
  gate = undefined;
  held?.arrived.resolve();
  await held?.open.promise;
  return token;
}

/** Holds back the next answer until `release` is called; `arrived` says that its request is there. */
function holdNextAnswer() {
  const held = { arrived: Promise.withResolvers<void>(), open: Promise.withResolvers<void>() };
  gate = held;
  return { arrived: held.arrived.promise, release: held.open.resolve };
}

/** A gateway that knows shoppers by their tokens; the sessions of `over` have ended. */
function serveUsers(...over: string[]): void {
  const userOf = (token: string | null) => (over.includes(token ?? '') ? undefined : users.get(token ?? ''));
  server.use(
    gateway.query('UserName', async (asked) => {
      const token = await arrive(asked);
      const user = userOf(token);
      return token !== null && user === undefined ? ended : { user: user ?? null };
    }),
    gateway.mutation('AddToCart', async (asked) => {
      const user = userOf(await arrive(asked));
      if (user === undefined) return notSignedIn;
      return { addToCart: { cart: { id: user.id, unitCount: Number(user.id) }, userErrors: [] } };
    }),
    gateway.query('Slides', async (asked) => {
      await arrive(asked);
      return { slides: [{ id: '1' }] };
    }),
  );
}

/** A tab with its client, signed in or not, and another tab of the same browser. */
function openTabs(shopper: Shopper | null) {
  const browser = createBrowser();
  const { store: session } = browser.openTab();
  if (shopper !== null) session.signIn(shopper);
  const { store: other } = browser.openTab();
  const { client } = createBrowserClient({ session, uri: gatewayUrl });
  return { client, session, other };
}

const tokensIn = (...tabs: SessionStore[]) => tabs.map((tab) => tab.current()?.token);

describe("the browser's client", () => {
  it("sends the shopper's token, and none for a visitor", async () => {
    serveUsers();
    expect((await openTabs(asha).client.query({ query: userName })).data).toMatchObject({
      user: { id: '7' },
    });
    expect((await openTabs(null).client.query({ query: userName })).data).toEqual({ user: null });
    expect(tokens).toEqual(['Bearer first', null]);
  });

  it('sends the hash of a document, and the text only if the gateway does not know the hash', async () => {
    const bodies: unknown[] = [];
    const clientNames: Array<string | null> = [];
    server.use(
      http.post(gatewayUrl, async ({ request }) => {
        bodies.push(await request.clone().json());
        clientNames.push(request.headers.get('apollographql-client-name'));
        return bodies.length === 1
          ? HttpResponse.json(unknownHash)
          : HttpResponse.json({ data: { slides: [] } });
      }),
    );
    expect((await openTabs(null).client.query({ query: slides })).data).toEqual({ slides: [] });
    const text = 'query Slides {\n  slides {\n    id\n    __typename\n  }\n}';
    const extensions = { persistedQuery: { version: 1, sha256Hash: hash('sha256', text) } };
    const withHash = { operationName: 'Slides', variables: {}, extensions };
    expect(bodies).toEqual([withHash, { ...withHash, query: text }]);
    expect(clientNames).toEqual(['storefront', 'storefront']);
  });

  it('retries queries, but not mutations, when the network fails', async () => {
    let calls = 0;
    const failingOnce = () => {
      calls += 1;
      return calls === 2 ? { user: null } : HttpResponse.error();
    };
    server.use(gateway.query('UserName', failingOnce), gateway.mutation('AddToCart', failingOnce));
    const { client } = openTabs(null);
    expect((await client.query({ query: userName })).data).toEqual({ user: null });
    await expect(client.mutate({ mutation: addToCart })).rejects.toThrow();
    expect(calls).toBe(3);
  });

  it('does not retry a request that the server rejected', async () => {
    let calls = 0;
    server.use(
      gateway.query('UserName', () => {
        calls += 1;
        return HttpResponse.json({ errors: [{ message: 'no' }] }, { status: 400 });
      }),
    );
    await expect(openTabs(null).client.query({ query: userName })).rejects.toThrow();
    expect(calls).toBe(1);
  });

  it('lets a mutation, but not a query, outlive the page', async () => {
    const sent = vi.spyOn(globalThis, 'fetch');
    serveUsers();
    const { client } = openTabs(asha);
    await client.query({ query: userName });
    await client.mutate({ mutation: addToCart });
    expect(sent.mock.calls.map(([, options]) => options?.keepalive)).toEqual([false, true]);
  });
});

describe('a session', () => {
  it.each([
    ['the shopper could not be read', () => failing('Failed to fetch user data')],
    ['there is no user, without an error', () => ({ user: null })],
    ['a proxy answers 401', () => HttpResponse.json({ errors: [{ message: 'no' }] }, { status: 401 })],
    ['there is no network', () => HttpResponse.error()],
  ])('goes on in every tab when %s', async (_what, answer) => {
    server.use(gateway.query('UserName', answer));
    const { client, session, other } = openTabs(asha);
    await client.query({ query: userName }).catch(() => undefined);
    expect(tokensIn(session, other)).toEqual(['first', 'first']);
  });

  it.each(['query', 'mutation'])('ends in every tab when the response to a %s says so', async (kind) => {
    serveUsers('Bearer first');
    const { client, session, other } = openTabs(asha);
    if (kind === 'query') await expect(client.query({ query: userName })).rejects.toThrow();
    else {
      const { data } = await client.mutate({ mutation: addToCart });
      expect(data).toMatchObject({ addToCart: { userErrors: [{ code: 'NOT_SIGNED_IN' }] } });
    }
    expect(tokensIn(session, other)).toEqual([undefined, undefined]);
  });

  it.each([
    ['query', 'same', { ...asha, token: 'second' }],
    ['query', 'another', bina],
    ['mutation', 'same', { ...asha, token: 'second' }],
    ['mutation', 'another', bina],
  ])(
    'is over for the token that a %s was sent with, not for the login of the %s shopper',
    async (kind, _, next) => {
      serveUsers('Bearer first');
      const { client, session, other } = openTabs(asha);
      const held = holdNextAnswer();
      const answer =
        kind === 'query' ? client.query({ query: userName }) : client.mutate({ mutation: addToCart });
      answer.catch(() => undefined);
      await held.arrived;
      other.signIn(next);
      held.release();
      await answer.catch(() => undefined);
      expect(tokensIn(session, other)).toEqual([next.token, next.token]);
    },
  );
});

describe("a shopper's query", () => {
  it('is sent again for the next shopper who signs in, and shows only that result', async () => {
    serveUsers();
    const { client, other } = openTabs(asha);
    const held = holdNextAnswer();
    const first = client.query({ query: userName });
    await held.arrived;
    other.signIn(bina);
    // The same query of the next shopper is not answered by the one that is under way.
    const second = client.query({ query: userName });
    for (const answer of [first, second]) {
      expect((await answer).data).toMatchObject({ user: { username: 'Bina' } });
    }
    held.release();
    expect(client.readQuery({ query: userName })).toMatchObject({ user: { username: 'Bina' } });
    expect(tokens).toEqual(['Bearer first', 'Bearer hers']);
  });

  it('is sent again with the new token when the shopper has logged in again', async () => {
    serveUsers('Bearer first');
    const { client, other } = openTabs(asha);
    const held = holdNextAnswer();
    const answer = client.query({ query: userName });
    await held.arrived;
    other.signIn({ ...asha, token: 'second' });
    held.release();
    expect((await answer).data).toMatchObject({ user: { username: 'Asha' } });
    expect(tokens).toEqual(['Bearer first', 'Bearer second']);
  });

  it('fails when the shopper logs out in the meantime', async () => {
    serveUsers();
    const { client, other } = openTabs(asha);
    const held = holdNextAnswer();
    const answer = client.query({ query: userName });
    await held.arrived;
    other.signOut();
    await expect(answer).rejects.toThrow(ShopperChangedError);
    held.release();
    expect(client.readQuery({ query: userName })).toBeNull();
  });

  it('keeps the result of a public query for every shopper', async () => {
    serveUsers();
    const { client, other } = openTabs(asha);
    const held = holdNextAnswer();
    const answer = client.query({ query: slides });
    await held.arrived;
    other.signOut();
    held.release();
    expect((await answer).data).toMatchObject({ slides: [{ id: '1' }] });
    expect(tokens).toEqual(['Bearer first']);
  });
});

describe("a shopper's change", () => {
  const retryAfterLogin = { retryAfterLogin: true };

  it('is sent again with the new token after the login', async () => {
    serveUsers('Bearer first');
    const { client, session, other } = openTabs(asha);
    const change = client.mutate({ mutation: addToCart, context: retryAfterLogin });
    await expect.poll(() => session.current()).toBeNull();
    other.signIn({ ...asha, token: 'second' });
    expect((await change).data).toMatchObject({ addToCart: { userErrors: [] } });
    expect(tokens).toEqual(['Bearer first', 'Bearer second']);
  });

  it('is never sent for another shopper who logs in', async () => {
    serveUsers('Bearer first');
    const { client, session, other } = openTabs(asha);
    const change = client.mutate({ mutation: addToCart, context: retryAfterLogin });
    change.catch(() => undefined);
    await expect.poll(() => session.current()).toBeNull();
    other.signIn(bina);
    await expect(change).rejects.toThrow(ShopperChangedError);
    expect(tokens).toEqual(['Bearer first']);
  });

  it('is never sent for another shopper who logged in before the response', async () => {
    serveUsers('Bearer first');
    const { client, other } = openTabs(asha);
    const held = holdNextAnswer();
    const change = client.mutate({ mutation: addToCart, context: retryAfterLogin });
    change.catch(() => undefined);
    await held.arrived;
    other.signOut();
    other.signIn(bina);
    held.release();
    await expect(change).rejects.toThrow(ShopperChangedError);
    expect(tokens).toEqual(['Bearer first']);
  });

  it.each([
    ['another shopper', bina],
    ['nobody', null],
  ])('puts nothing into the cache when %s is signed in by then', async (_who, next) => {
    serveUsers();
    const { client, other } = openTabs(asha);
    const held = holdNextAnswer();
    const change = client.mutate({ mutation: addToCart });
    change.catch(() => undefined);
    await held.arrived;
    other.signOut();
    if (next !== null) other.signIn(next);
    held.release();
    await expect(change).rejects.toThrow(ShopperChangedError);
    expect(JSON.stringify(client.cache.extract())).not.toContain('unitCount');
  });
});
