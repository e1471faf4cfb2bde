import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { digestKey } from '#gateway/auth/partner-keys.ts';
import { FileUsageStore } from '#gateway/auth/partner-usage.ts';
import { readConfig } from '#gateway/config.ts';
import { formatDateTimeInIndia } from '#gateway/domain/date.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { at } from './graphql-call.ts';
import { setUpGateways, setUpRestHost, type TestGateway } from './harness.ts';
import { createKeyByCommand, createPartnerKey, runPartnersCommand, sendQuery } from './partner-calls.ts';
import { type RedisServer, redisServerPath, setUpRedis } from './redis.ts';
import { createProductRecord } from './rest-records.ts';

const rest = setUpRestHost();
const query = '{ categories { name } }';
const origin = 'https://app.example';
let dataDir: string;
const gateways = setUpGateways();
beforeEach(async () => {
  dataDir = await createTemporaryFolder();
});
afterEach(() => void vi.useRealTimers());

const runCommand = (...args: string[]) => runPartnersCommand({ DATA_DIR: dataDir }, ...args);

const createKey = (...args: string[]) => createKeyByCommand({ DATA_DIR: dataDir }, ...args);
/** Adds the partner acme without running the command. Returns its key. */
const addAcme = () => createPartnerKey(dataDir, 'acme', 1_000_000);

const start = (onLogLine?: (line: string) => void) =>
  gateways.start({ config: { dataDir }, ...(onLogLine !== undefined && { onLogLine }) });

const fetchStatus = async ({ url }: TestGateway, key: string, headers = {}) =>
  (await sendQuery(url, query, { 'x-api-key': key, ...headers })).status;

describe('a partner', () => {
  it('can download a feed with more products than its quota has points', async () => {
    const quota = 5_000;
    rest.host.products = Array.from({ length: quota + 1 }, (_, index) => createProductRecord(index + 1));
    const key = await createPartnerKey(dataDir, 'acme', quota);
    const gateway = await start();
    const feed = await fetch(`${gateway.url}/feed/products.csv`, { headers: { 'x-api-key': key } });
    expect(feed.status).toBe(200);
    await feed.text();
  });

  it('has two valid keys with one quota while its programs switch to the new key', async () => {
    const gateway = await start();
    const first = await createKey('add', 'acme', '--budget', '6000');
    const second = await createKey('rotate', 'acme');
    expect((await runCommand('rotate', 'acme')).stderr).toContain("'acme' has two keys.");
    expect((await runCommand('add', 'acme')).stderr).toBe(
      "'acme' already has two keys. To replace one of them, run 'revoke acme --key 1', then 'rotate acme'. For another partner, choose another name, such as acme-2.\n",
    );
    await expect.poll(() => fetchStatus(gateway, second)).toBe(200);
    const fetchRateLimit = async (key: string) =>
      (await sendQuery(gateway.url, query, { 'x-api-key': key })).headers.get('ratelimit');
    const fetchRemaining = async (key: string) =>
      Number(/r=(\d+)/.exec((await fetchRateLimit(key)) ?? '')?.[1]);
    const before = await fetchRemaining(first);
    expect(await fetchRemaining(second)).toBeLessThan(before);
    expect((await runCommand('revoke', 'acme', '--key', '1')).stdout).toBe('Key 1 of acme is revoked.\n');
    await expect.poll(() => fetchStatus(gateway, first)).toBe(401);
    expect(await fetchStatus(gateway, second)).toBe(200);
    const third = await createKey('rotate', 'acme');
    await expect.poll(() => fetchStatus(gateway, third)).toBe(200);
    expect((await runCommand('revoke', 'acme')).stdout).toBe('The keys of acme are revoked.\n');
    await expect.poll(() => fetchStatus(gateway, third)).toBe(401);
  });

  it('has ten times the quota of a visitor by default', async () => {
    const gateway = await start();
    const key = await createKey('add', 'acme');
    await expect.poll(() => fetchStatus(gateway, key)).toBe(200);
    const { headers } = await sendQuery(gateway.url, query, { 'x-api-key': key });
    expect(headers.get('ratelimit-policy')).toBe(`"partner";q=${10 * readConfig({}).visitorQuota};w=60`);
  });
});

describe('a key', () => {
  it('is valid until it expires', async () => {
    const gateway = await start();
    const key = await createKey('add', 'acme', '--expires', '2999-12-31');
    expect((await runCommand('list')).stdout).toContain('expires 2999-12-31');
    await expect.poll(() => fetchStatus(gateway, key)).toBe(200);
    const file = path.join(dataDir, 'gateway', 'partners', 'acme.json');
    const record = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...record, expiresAt: new Date().toISOString() }));
    await expect.poll(() => fetchStatus(gateway, key)).toBe(401);
    expect((await runCommand('list')).stdout).toMatch(/expired \d{4}-\d\d-\d\d/);
  });

  it('that was stored before keys could expire or be limited to origins is valid', async () => {
    const gateway = await start();
    const key = await addAcme();
    const file = path.join(dataDir, 'gateway', 'partners', 'acme.json');
    const { name, digest, budget, addedAt } = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ name, digest, budget, addedAt }));
    await expect.poll(() => fetchStatus(gateway, key)).toBe(200);
  });

  it('with allowed origins is valid only for pages of these origins, and CORS permits no others', async () => {
    const gateway = await start();
    const sendPreflight = async (from: string) => {
      const headers = { origin: from, 'access-control-request-method': 'POST' };
      const response = await fetch(`${gateway.url}/graphql`, { method: 'OPTIONS', headers });
      return response.headers.get('access-control-allow-origin');
    };
    expect(await sendPreflight(origin)).toBeNull();
    const key = await createKey('add', 'acme', '--origins', `${origin},https://other.example`);
    await expect.poll(() => sendPreflight(origin)).toBe(origin);
    expect(await sendPreflight('https://evil.example')).toBeNull();
    await expect.poll(() => fetchStatus(gateway, key, { origin })).toBe(200);
    expect(await fetchStatus(gateway, key, { origin: 'https://evil.example' })).toBe(401);
    expect(await fetchStatus(gateway, key)).toBe(401);
    const feed = await fetch(`${gateway.url}/feed/products.csv`, { headers: { 'x-api-key': key, origin } });
    expect(feed.status).toBe(200);
    const { headers } = await sendQuery(gateway.url, query, { 'x-api-key': key, origin });
    expect(headers.get('access-control-allow-origin')).toBe(origin);
    await runCommand('revoke', 'acme');
    await expect.poll(() => sendPreflight(origin)).toBeNull();
  });

  it('lets pages of its allowed origins read responses that were cached before it was added', async () => {
    const gateway = await start();
    const readAllowedOrigin = async () =>
      (await sendQuery(gateway.url, query, { origin })).headers.get('access-control-allow-origin');
    // The third response comes from the cache.
    for (const _ of Array(3)) expect(await readAllowedOrigin()).toBeNull();
    await createKey('add', 'acme', '--origins', origin);
    await expect.poll(readAllowedOrigin).toBe(origin);
    for (const _ of Array(3)) expect(await readAllowedOrigin()).toBe(origin);
    await runCommand('revoke', 'acme');
    await expect.poll(readAllowedOrigin).toBeNull();
  });
});

describe('an outage is logged once', () => {
  let lines: string[];
  beforeEach(() => {
    lines = [];
  });
  const countLines = (text: string) => lines.filter((line) => line.includes(text)).length;

  it('if keys cannot be read', async () => {
    const gateway = await start((line) => lines.push(line));
    await addAcme();
    const folder = path.join(dataDir, 'gateway', 'partners');
    const invalidRecord = '"recordName":"broken","msg":"a partner key record is invalid and is ignored"';
    // For a key that it does not know, the gateway reads the keys again, at most every 100 ms.
    const readKeys = async () => {
      for (const _ of Array(3)) {
        expect(await fetchStatus(gateway, `obk_${'x'.repeat(43)}`)).toBe(401);
        await sleep(110);
      }
    };
    await writeFile(path.join(folder, 'broken.json'), '{}');
    await readKeys();
    expect(countLines(invalidRecord)).toBe(1);
    await rename(folder, `${folder}-moved`);
    await writeFile(folder, '');
    await readKeys();
    expect(countLines('ENOTDIR')).toBe(1);
    await rm(folder);
    await rename(`${folder}-moved`, folder);
    await readKeys();
    expect(countLines('partners can be read again')).toBe(1);
    expect(countLines(invalidRecord)).toBe(1);
  });

  it('if the usage of partners cannot be stored', async () => {
    const file = path.join(dataDir, 'gateway', 'partner-usage.json');
    await mkdir(file, { recursive: true });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await start((line) => lines.push(line));
    const storeUsage = async () => {
      vi.advanceTimersByTime(2_000);
      await sleep(50);
    };
    for (const _ of Array(3)) await storeUsage();
    expect(countLines('the usage of partners could not be stored')).toBe(1);
    await rm(file, { recursive: true });
    await storeUsage();
    await expect.poll(() => countLines('the usage of partners can be stored again')).toBe(1);
  });
});

describe('the partners command', () => {
  it('says where it stores a key, and whether a running gateway reads it', async () => {
    const early = await runCommand('add', 'early');
    expect(early.stdout).toContain(`Its hash is stored in the data directory ${dataDir}.`);
    expect(early.stdout).toContain('No running gateway reads keys from there.');
    await start();
    const saysThatNoGatewayRuns = async (name: string) =>
      (await runCommand('add', name)).stdout.includes('No running gateway');
    expect(await saysThatNoGatewayRuns('running')).toBe(false);
    await gateways.closeAll();
    expect(await saysThatNoGatewayRuns('late')).toBe(true);
  });

  it.each([
    [
      'acme',
      "Key 1 of acme is not valid, because its record cannot be read. 'revoke acme --key 1' removes it.\n",
    ],
    [
      'acme.2',
      "Key 2 of acme is not valid, because its record cannot be read. 'revoke acme --key 2' removes it.\n",
    ],
  ])('says how to remove the record %s, which cannot be read', async (recordName, message) => {
    await addAcme();
    await createKey('rotate', 'acme');
    await writeFile(path.join(dataDir, 'gateway', 'partners', `${recordName}.json`), '{}');
    expect((await runCommand('list')).stdout).toContain(message);
    expect((await runCommand('rotate', 'acme')).stderr).toBe(message);
    const keyNumber = recordName === 'acme' ? '1' : '2';
    expect((await runCommand('revoke', 'acme', '--key', keyNumber)).stderr).toBe('');
    await createKey('rotate', 'acme');
    expect((await runCommand('list')).stdout).not.toContain('cannot be read');
  });

  it('lists when a partner last sent a request and how many points it has used today, even after a restart', async () => {
    const key = await addAcme();
    for (let run = 1; run <= 2; run += 1) {
      const gateway = await start();
      await expect.poll(() => fetchStatus(gateway, key)).toBe(200);
      await gateways.closeAll();
      const { stdout } = await runCommand('list');
      const used = (await new FileUsageStore(dataDir).list()).get(digestKey(key) ?? '');
      expect(stdout).toContain(`last used ${formatDateTimeInIndia(new Date(used?.lastUsedAt ?? ''))}  `);
      // Each run of the loop costs at least a point.
      expect(Number(/(\d+) points today/.exec(stdout)?.[1])).toBeGreaterThanOrEqual(run);
    }
  });
});

describe('the list of keys', () => {
  const describeUsage = async (keyNumber: number) => {
    const { stdout } = await runCommand('list');
    const line = stdout.split('\n').find((text) => text.includes(`key ${keyNumber}`));
    return /never used|last used/.exec(line ?? '')?.[0];
  };

  it('is available as JSON, without the hashes of the keys', async () => {
    await addAcme();
    await createKey('rotate', 'acme', '--expires', '2999-12-31');
    await writeFile(path.join(dataDir, 'gateway', 'partners', 'broken-books.json'), '{}');
    const unused = { addedAt: expect.any(String), lastUsedAt: null, pointsToday: 0 };
    const acme = { name: 'acme', budget: 1_000_000, allowedOrigins: [], ...unused };
    expect(JSON.parse((await runCommand('list', '--json')).stdout)).toEqual({
      keys: [
        { ...acme, keyNumber: 1, expiresAt: null },
        { ...acme, keyNumber: 2, expiresAt: '2999-12-31T18:29:59.999Z' },
      ],
      invalidKeys: [{ name: 'broken-books', keyNumber: 1 }],
    });
  });

  it('shows which of the two keys a partner uses', async () => {
    await addAcme();
    const second = await createKey('rotate', 'acme');
    const gateway = await start();
    await expect.poll(() => fetchStatus(gateway, second)).toBe(200);
    await gateways.closeAll();
    expect(await describeUsage(1)).toBe('never used');
    expect(await describeUsage(2)).toBe('last used');
  });

  it('does not count the use of a revoked key as use of the key that replaces it', async () => {
    const revoked = await addAcme();
    // With fake timers, the gateway stores the usage only when it closes, after the other key has been added.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const gateway = await start();
    await expect.poll(() => fetchStatus(gateway, revoked)).toBe(200);
    await runCommand('revoke', 'acme');
    const key = await addAcme();
    await gateways.closeAll();
    expect(await describeUsage(1)).toBe('never used');
    const { body } = await sendQuery((await start()).url, query, { 'x-api-key': key });
    await gateways.closeAll();
    const cost = Number(at(body, 'extensions.cost.requested'));
    expect((await runCommand('list')).stdout).toMatch(new RegExp(`last used .* ${cost} points today`));
  });
});

describe('the usage of partners', () => {
  it('counts the points of each day in India separately', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T18:29:59Z') });
    const store = new FileUsageStore(dataDir);
    await store.add(new Map([['acme', 3]]));
    vi.setSystemTime('2026-11-20T18:30:00Z');
    await store.add(new Map([['acme', 4]]));
    expect((await store.list()).get('acme')).toMatchObject({ day: '2026-11-21', points: 4 });
  });

  it('includes the points that were used while the file could not be read', async () => {
    const file = path.join(dataDir, 'gateway', 'partner-usage.json');
    await mkdir(file, { recursive: true });
    const store = new FileUsageStore(dataDir);
    await expect(store.add(new Map([['acme', 3]]))).rejects.toThrow('EISDIR');
    await rm(file, { recursive: true });
    await store.add(new Map([['acme', 4]]));
    expect((await store.list()).get('acme')).toMatchObject({ points: 7 });
  });

  it('is removed at the next start of the gateway if the key was revoked', async () => {
    const [validKey, revokedKey] = [await addAcme(), await createKey('rotate', 'acme')];
    const gateway = await start();
    for (const key of [validKey, revokedKey]) await expect.poll(() => fetchStatus(gateway, key)).toBe(200);
    await gateways.closeAll();
    const listDigests = async () => [...(await new FileUsageStore(dataDir).list()).keys()].sort();
    expect(await listDigests()).toEqual([digestKey(validKey), digestKey(revokedKey)].sort());
    await runCommand('revoke', 'acme', '--key', '2');
    await start();
    await gateways.closeAll();
    expect(await listDigests()).toEqual([digestKey(validKey)]);
  });

  it('is kept if the record of the key cannot be read', async () => {
    const key = await addAcme();
    const gateway = await start();
    await expect.poll(() => fetchStatus(gateway, key)).toBe(200);
    await gateways.closeAll();
    await writeFile(path.join(dataDir, 'gateway', 'partners', 'acme.json'), '{}');
    await start();
    await gateways.closeAll();
    expect([...(await new FileUsageStore(dataDir).list()).keys()]).toEqual([digestKey(key)]);
  });

  it('is written only when there are points that are not in the file yet', async () => {
    const file = path.join(dataDir, 'gateway', 'partner-usage.json');
    const store = new FileUsageStore(dataDir);
    await store.add(new Map([['acme', 3]]));
    await rm(file);
    await store.add(new Map());
    expect(await store.list()).toEqual(new Map());
    await mkdir(file);
    await expect(store.add(new Map([['acme', 4]]))).rejects.toThrow();
    await rm(file, { recursive: true });
    await store.add(new Map());
    expect((await store.list()).get('acme')).toMatchObject({ points: 7 });
  });
});

describe.skipIf(redisServerPath === undefined)('with Redis, the partners command', () => {
  let redis: RedisServer;
  beforeEach(async () => {
    redis = await setUpRedis();
    return redis.remove;
  });

  it('says that it stores keys in Redis, and lists the points used at all gateways', async () => {
    const settings = { REDIS_URL: redis.url };
    const added = await runPartnersCommand(settings, 'add', 'acme');
    expect(added.stdout).toContain('Its hash is stored in the Redis server at REDIS_URL.');
    expect(added.stdout).toContain('No running gateway');
    const key = /obk_[\w-]{43}/.exec(added.stdout)?.[0] ?? '';
    const costs: number[] = [];
    for (const first of [10, 20]) {
      const gateway = await gateways.start({ config: { redisUrl: redis.url } });
      const pageQuery = `{ products(first: ${first}) { nodes { id } } }`;
      await expect
        .poll(async () => {
          const { status, body } = await sendQuery(gateway.url, pageQuery, { 'x-api-key': key });
          if (status === 200) costs.push(Number(at(body, 'extensions.cost.requested')));
          return status;
        })
        .toBe(200);
    }
    const [cost = 0, otherCost = 0] = costs;
    expect(otherCost).toBeGreaterThan(cost);
    await expect
      .poll(async () => (await runPartnersCommand(settings, 'list')).stdout)
      .toMatch(new RegExp(`last used .* ${cost + otherCost} points today`));
    const rotated = await runPartnersCommand(settings, 'rotate', 'acme');
    expect(rotated.stdout).not.toContain('No running gateway');
  });
});
