import { existsSync } from 'node:fs';
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { findOnPath, redisServer } from '../external-programs.ts';
import { postgresqlDirectory } from '../rest-api/postgresql.ts';
import { createMachine, type Machine } from './machine/machine.ts';

const repository = path.join(import.meta.dirname, '..', '..');
const hasPrograms = postgresqlDirectory !== undefined && redisServer.find() !== undefined;

const lockSchema = z.object({ packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })) });
const dashboardSchema = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })),
});

const csv = `id,productName,price,mrp,discount,category,language,publisher,author,status,remainingQuantity
1,Gitanjali,180,200,10,Poetry,English,River Press,Rabindranath Tagore,Available,100
`;

/** The commands of a section of docs/operations.md. */
async function readCommands(section: string): Promise<string[]> {
  const text = await readFile(path.join(repository, 'docs', 'operations.md'), 'utf8');
  const content = text.split(/^## /m).find((each) => each.startsWith(`${section}\n`));
  if (content === undefined) throw new Error(`There is no section '${section}'.`);
  return [...content.matchAll(/^( *)```sh\n(.*?)^ *```$/gms)].map(([, , commands = '']) => commands);
}

describe.skipIf(!hasPrograms)(
  'a shop that was set up as docs/operations.md says',
  { timeout: 300_000 },
  () => {
    let machine: Machine;

    const fetchPage = async (gateway: string) => {
      const headers = { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'https', accept: 'text/html' };
      const response = await fetch(`${gateway}/product/1`, { headers });
      return { status: response.status, hasBook: (await response.text()).includes('Gitanjali') };
    };
    const fetchMetrics = async (url: string) => (await fetch(`${url}/metrics`)).text();

    beforeAll(async () => {
      machine = await createMachine();
      await writeFile(machine.find('root/books.csv'), csv);
      const commands = await readCommands('From an empty machine to a shop');
      expect(commands).toHaveLength(7);
      await machine.run(commands.join('\n'));
    }, 300_000);
    afterAll(() => machine?.remove());

    test('serves the imported books through both gateways', async () => {
      for (const gateway of machine.gateways) {
        await expect
          .poll(() => fetchPage(gateway), { timeout: 60_000 })
          .toEqual({ status: 200, hasBook: true });
      }
      expect(await machine.run('shop orders list')).toBe('None.\n');
      expect(await machine.run('shop partners list')).toContain('No partners yet');
    });

    test('has its own Node.js and no development dependencies', async () => {
      const release = machine.find('srv/bookshop/current');
      expect((await machine.run('/srv/bookshop/current/node_modules/.bin/node --version')).trim()).toBe(
        process.version,
      );
      const lock = lockSchema.parse(
        JSON.parse(await readFile(path.join(release, 'package-lock.json'), 'utf8')),
      );
      const development = Object.entries(lock.packages).flatMap(([name, { dev }]) =>
        dev === true ? [name] : [],
      );
      expect(development).toContain('node_modules/vite');
      expect(development.filter((name) => existsSync(path.join(release, name)))).toEqual([]);
    });

    test.skipIf(findOnPath('systemd-analyze') === undefined)('has units that systemd accepts', async () => {
      const units =
        '/etc/systemd/system/bookshop-rest-api.service /etc/systemd/system/bookshop-gateway@.service';
      expect(await machine.run(`systemd-analyze verify --man=no ${units} 2>&1`)).toBe('');
    });

    test('keeps its settings and data from other users', async () => {
      for (const file of ['etc/bookshop/gateway.env', 'etc/bookshop/rest-api.env']) {
        expect((await stat(machine.find(file))).mode & 0o077).toBe(0);
      }
      const settings = await readFile(machine.find('etc/bookshop/gateway.env'), 'utf8');
      expect(settings).toMatch(/^SESSION_SECRET=[\da-f]{64}$/m);
    });

    test('has the metrics that the alerts and the dashboard query', async () => {
      const texts = await Promise.all([machine.gateways[0], machine.restApi].map(fetchMetrics));
      const existing = new Set(['up']);
      for (const [, name = '', type] of texts.join('\n').matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
        existing.add(name);
        if (type === 'histogram')
          for (const part of ['bucket', 'count', 'sum']) existing.add(`${name}_${part}`);
      }
      const alerts = await readFile(path.join(repository, 'deploy/prometheus/alerts.yml'), 'utf8');
      const dashboard = dashboardSchema.parse(
        JSON.parse(await readFile(path.join(repository, 'deploy/grafana/dashboard.json'), 'utf8')),
      );
      const expressions = [
        ...[...alerts.matchAll(/expr: (\|\n(?: {10,}.*\n)+|.*)/g)].map(([, expression = '']) => expression),
        ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
      ];
      expect(expressions.length).toBeGreaterThan(20);
      const queried = expressions.flatMap(
        (expression) => expression.match(/\b(?:up|[a-z]+_[a-z_0-9]+)\b(?=[ [{)]|$)/g) ?? [],
      );
      const functions = new Set(['histogram_quantile', 'min_over_time']);
      expect([...new Set(queried)].filter((name) => !existing.has(name) && !functions.has(name))).toEqual([]);
      expect(queried).toEqual(
        expect.arrayContaining(['up', 'rest_api_emails', 'gateway_operation_seconds_bucket']),
      );
    });

    test('is not ready while files of its build are missing', async () => {
      const builds = machine.find('srv/bookshop/current/web/dist/storefront');
      const client = path.join(builds, await readFile(path.join(builds, 'current'), 'utf8'), 'client');
      const fetchStatus = async () => {
        const response = await fetch(`${machine.gateways[0]}/health/ready`);
        return [response.status, (await response.json()).status];
      };
      await rename(client, `${client}-moved`);
      try {
        await expect.poll(fetchStatus).toEqual([503, 'pages cannot be rendered']);
      } finally {
        await rename(`${client}-moved`, client);
      }
      await expect.poll(fetchStatus).toEqual([200, 'ready']);
    });
  },
);
