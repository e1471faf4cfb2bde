import { createServer, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeServer, listenOnFreePort } from '../listen.ts';
import { mutate } from './graphql-call.ts';
import { setUpGateways, signIn } from './harness.ts';
import { createHostListener } from './host-server.ts';
import { fetchCoverUrl } from './image-host.ts';
import { RestHost } from './rest-host.ts';
import { setUpTraceCollector } from './trace-collector.ts';

const token = 'the-token-of-the-gateway-0123456789';

const gateways = setUpGateways();
const collector = setUpTraceCollector();
let host: RestHost;
let hostUrl: string;
let otherUrl: string;
/** The header with which the host rejects a token. */
let challenge: string;
/** The paths that the host redirects to the other server. */
let redirectedPaths: Set<string | undefined>;
let accepted: IncomingMessage[];
let requestsToOther: IncomingMessage[];

const other = createServer((request, response) => {
  requestsToOther.push(request);
  response.end('[]');
});
const server = createServer((request, response) => {
  if (request.headers.authorization !== `Bearer ${token}`) {
    response.writeHead(401, { 'www-authenticate': challenge }).end();
    return;
  }
  accepted.push(request);
  if (redirectedPaths.has(request.url)) {
    response.writeHead(307, { location: `${otherUrl}${request.url}` }).end();
  } else if (request.url?.endsWith('.svg')) {
    response.writeHead(200, { 'content-type': 'image/svg+xml' });
    response.end('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  } else createHostListener(host)(request, response);
});

beforeAll(async () => {
  hostUrl = `http://127.0.0.1:${await listenOnFreePort(server)}`;
  otherUrl = `http://127.0.0.1:${await listenOnFreePort(other)}`;
});
beforeEach(() => {
  host = new RestHost();
  challenge = 'Bearer';
  redirectedPaths = new Set();
  accepted = [];
  requestsToOther = [];
});
afterAll(async () => {
  await closeServer(server);
  await closeServer(other);
});

const credentials = { contact: '9000000001', password: 'right-password' };

describe('a gateway with the token that the REST host requires', () => {
  it('sends it with calls and requests for files, but never includes it in logs, traces or metrics', async () => {
    const lines: string[] = [];
    const shop = await gateways.start({
      restApiUrl: hostUrl,
      config: { restApiToken: token, tracesUrl: collector.url },
      onLogLine: (line) => lines.push(line),
    });
    await signIn(shop);
    const cover = await fetchCoverUrl(shop);
    expect((await fetch(cover)).status).toBe(200);
    expect((await fetch(`${cover}?width=160`)).status).toBe(200);
    expect(accepted.filter(({ url }) => url === '/files/covers/1.svg')).toHaveLength(2);
    const metrics = await (await fetch(`${shop.url}/metrics`)).text();
    expect(metrics).toContain('endpoint="loginByContact",outcome="200"');
    await gateways.closeAll();
    expect(collector.bodies.join()).toContain('POST loginByContact');
    expect(lines).not.toEqual([]);
    expect([...lines, metrics, ...collector.bodies].join()).not.toContain(token);
  });

  it('sends nothing to another server to which the host redirects', async () => {
    redirectedPaths = new Set(['/AllCoupons', '/files/covers/1.svg']);
    const shop = await gateways.start({ restApiUrl: hostUrl, config: { restApiToken: token } });
    const cover = await fetchCoverUrl(shop);
    expect((await fetch(cover)).status).toBe(502);
    expect((await fetch(`${cover}?width=160`)).status).toBe(502);
    expect(accepted.map(({ url }) => url)).toEqual(expect.arrayContaining([...redirectedPaths]));
    expect(requestsToOther).toEqual([]);
  });
});

const advice = 'unauthorized: the host requires a token; set REST_API_TOKEN to one that it accepts';
const anotherToken = 'another-token-0123456789012345678901';

/** Starts a gateway and logs in while the host rejects each call with this challenge. */
async function logInWithChallenge(restApiToken: string | undefined, header: string) {
  challenge = header;
  const lines: string[] = [];
  const shop = await gateways.start({
    restApiUrl: hostUrl,
    config: { restApiToken },
    waitForCatalogue: false,
    onLogLine: (line) => lines.push(line),
  });
  const { userErrors } = await mutate(shop.graphql, 'login', credentials, 'token');
  return { userErrors, getLog: () => lines.join('') };
}

describe('a gateway with a token other than the one that the REST host requires', () => {
  it.each(['Bearer', 'bearer realm="books", error="invalid_token"', 'Basic realm="books", Bearer'])(
    'reports a failure instead of a wrong password if the challenge is %s, and its log names the setting',
    async (header) => {
      const { userErrors, getLog } = await logInWithChallenge(anotherToken, header);
      expect(userErrors).toEqual([expect.objectContaining({ code: 'UNAVAILABLE' })]);
      await expect.poll(getLog).toContain(`getallproducts: ${advice}`);
      expect(getLog()).toContain(`loginByContact: ${advice}`);
      expect(getLog()).not.toContain('another-token');
      expect(accepted).toEqual([]);
    },
  );

  it('reports wrong credentials if the host rejects the login for another reason', async () => {
    const { userErrors } = await logInWithChallenge(anotherToken, 'Basic realm="books, bearer of"');
    expect(userErrors).toEqual([expect.objectContaining({ code: 'LOGIN_FAILED' })]);
  });
});

describe('a gateway without a token', () => {
  it('reports wrong credentials if the host responds to the login with 401 and a Bearer challenge', async () => {
    const { userErrors } = await logInWithChallenge(undefined, 'Bearer');
    expect(userErrors).toEqual([expect.objectContaining({ code: 'LOGIN_FAILED' })]);
  });

  it('names the setting in its log if the host requires a token for the catalogue', async () => {
    const { getLog } = await logInWithChallenge(undefined, 'Bearer');
    await expect.poll(getLog).toContain(`getallproducts: ${advice}`);
  });
});
