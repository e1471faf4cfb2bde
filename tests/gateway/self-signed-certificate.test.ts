import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#gateway/config.ts';
import { createCertificate } from '../certificate.ts';
import { openssl } from '../external-programs.ts';
import { closeServer, listenOnFreePort } from '../listen.ts';
import { startGateway } from './harness.ts';
import { createHostListener } from './host-server.ts';
import { RestHost } from './rest-host.ts';

describe.skipIf(openssl.find() === undefined)('a REST host with a self-signed certificate', () => {
  let folder: string;
  let certificate: string;
  let hostUrl: string;
  const server = createServer(createHostListener(new RestHost()));

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'gw-test-'));
    const files = createCertificate(folder);
    certificate = files.certificate;
    server.setSecureContext({ cert: await readFile(certificate), key: await readFile(files.key) });
    hostUrl = `https://127.0.0.1:${await listenOnFreePort(server)}`;
  });
  afterAll(async () => {
    await closeServer(server);
    await rm(folder, { recursive: true });
  });

  it('is trusted if REST_API_CA names the certificate', async () => {
    const { restApiCertificates } = readConfig({ REST_API_CA: certificate });
    const shop = await startGateway({ restApiUrl: hostUrl, config: { restApiCertificates } });
    const { data } = await shop.graphql('{ products(first: 1) { totalCount } }');
    expect(data).toEqual({ products: { totalCount: 3 } });
    await shop.close();
  });

  it('is rejected if REST_API_CA is not set, and the log says why', async () => {
    const lines: string[] = [];
    const shop = await startGateway({
      restApiUrl: hostUrl,
      waitForCatalogue: false,
      onLogLine: (line) => lines.push(line),
    });
    await expect.poll(() => lines.join('')).toContain('self-signed certificate');
    await shop.close();
  });
});
