import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { findOnPath, redisServer } from '../external-programs.ts';
import { createGraphQLClient, mutate, type SendOperation, textAt } from '../gateway/graphql-call.ts';
import { postgresqlBinaryDir } from '../rest-api/postgresql.ts';
import { requestContinuously, startLoadBalancer } from './machine/load.ts';
import { createMachine, type Machine } from './machine/machine.ts';
import { generateShopperDetails } from './shopper.ts';

const repository = path.join(import.meta.dirname, '..', '..');
const hasPrograms = postgresqlBinaryDir !== undefined && redisServer.find() !== undefined;

const lockSchema = z.object({ packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })) });
const dashboardSchema = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })),
});

const stockSchema = z.object({
  products: z.array(z.object({ id: z.number(), price: z.number(), remainingQuantity: z.number() })),
});

const csv = `id,productName,price,mrp,discount,category,language,publisher,author,status,remainingQuantity
1,Gitanjali,180,200,10,Poetry,English,River Press,Rabindranath Tagore,Available,100
`;

/** Reads the code blocks with commands in a section of docs/operations.md. */
async function readCommands(section: string): Promise<string[]> {
  const text = await readFile(path.join(repository, 'docs', 'operations.md'), 'utf8');
  const content = text.split(/^## /m).find((part) => part.startsWith(`${section}\n`));
  if (content === undefined) throw new Error(`There is no section '${section}'.`);
  return [...content.matchAll(/^( *)```sh\n(.*?)^ *```$/gms)].map(([, , commands = '']) => commands);
}

describe.skipIf(!hasPrograms)(
  'a shop that was set up as described in docs/operations.md',
  { timeout: 300_000 },
  () => {
    let machine: Machine;

    const fetchPage = async (gateway: string) => {
      const headers = { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'https', accept: 'text/html' };
      const response = await fetch(`${gateway}/product/1`, { headers });
      return { status: response.status, hasBook: (await response.text()).includes('Gitanjali') };
    };
    const readSetting = async (name: string, file: string) => {
      const settings = await readFile(machine.resolvePath(file), 'utf8');
      return new RegExp(`^${name}=(.*)$`, 'm').exec(settings)?.[1] ?? expect.fail(`${file} has no ${name}.`);
    };
    /** Sends a request with the token of the REST service. */
    const fetchWithToken = async (url: string) => {
      const token = await readSetting('REST_API_TOKEN', 'etc/bookshop/rest-api.env');
      return fetch(url, { headers: { authorization: `Bearer ${token}` } });
    };

    beforeAll(async () => {
      machine = await createMachine();
      await mkdir(machine.resolvePath('srv/bookshop'), { recursive: true });
      await writeFile(machine.resolvePath('srv/bookshop/books.csv'), csv);
      const commands = await readCommands('From an empty machine to a shop');
      expect(commands).toHaveLength(7);
      await machine.run(commands.join('\n'));
    }, 300_000);
    afterAll(() => machine?.remove());

    test('serves the imported books through both gateways, and has no orders or partners yet', async () => {
      for (const gateway of machine.gateways) {
        await expect
          .poll(() => fetchPage(gateway), { timeout: 60_000 })
          .toEqual({ status: 200, hasBook: true });
      }
      expect(await machine.run('shop orders list')).toBe('None.\n');
      expect(await machine.run('shop partners list')).toContain('No partners yet');
    });

    test('has its own Node.js and no development dependencies', async () => {
      const release = machine.resolvePath('srv/bookshop/current');
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

    test('has a Redis that writes each change to disk, and nightly backups of the database and of Redis that only root can read', async () => {
      expect(await machine.run('redis-cli config get appendonly')).toBe('appendonly\nyes\n');
      await machine.run(`
        redis-cli set backup-test nightly
        sed 's/^.* root //; s/\\\\%/%/g' /etc/cron.d/bookshop | sh
      `);
      const folder = machine.resolvePath('var/backups/bookshop');
      const backups = (await readdir(folder)).sort();
      expect(backups).toEqual([
        expect.stringMatching(/^[\d-]{10}\.tar\.gz$/),
        expect.stringMatching(/^redis-[\d-]{10}\.rdb$/),
      ]);
      for (const name of backups) expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600);
      expect(await readFile(path.join(folder, backups[1] ?? ''), 'latin1')).toContain('backup-test');
    });

    test.skipIf(findOnPath('systemd-analyze') === undefined)('has units that systemd accepts', async () => {
      const units =
        '/etc/systemd/system/bookshop-rest-api.service /etc/systemd/system/bookshop-gateway@.service';
      expect(await machine.run(`systemd-analyze verify --man=no ${units} 2>&1`)).toBe('');
    });

    test('has a random session secret, and does not let other users read its settings', async () => {
      for (const file of ['etc/bookshop/gateway.env', 'etc/bookshop/rest-api.env']) {
        expect((await stat(machine.resolvePath(file))).mode & 0o077).toBe(0);
      }
      const settings = await readFile(machine.resolvePath('etc/bookshop/gateway.env'), 'utf8');
      expect(settings.match(/^SESSION_SECRET=.*$/gm)).toEqual([
        expect.stringMatching(/^SESSION_SECRET=[\da-f]{64}$/),
      ]);
    });

    test('has a random token, without which the REST service rejects requests', async () => {
      const token = await readSetting('REST_API_TOKEN', 'etc/bookshop/gateway.env');
      expect(token).toMatch(/^[\da-f]{64}$/);
      expect(await readSetting('REST_API_TOKEN', 'etc/bookshop/rest-api.env')).toBe(token);
      expect((await fetch(`${machine.restApi}/getallproducts`)).status).toBe(401);
      expect((await fetchWithToken(`${machine.restApi}/getallproducts`)).status).toBe(200);
    });

    test('has the metrics that the alerts and the dashboard query', async () => {
      const responses = [
        fetch(`${machine.gateways[0]}/metrics`),
        fetchWithToken(`${machine.restApi}/metrics`),
      ];
      const texts = await Promise.all(responses.map(async (response) => (await response).text()));
      // Prometheus itself records `up`.
      const metricNames = new Set(['up']);
      for (const [, name = '', type] of texts.join('\n').matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
        metricNames.add(name);
        if (type === 'histogram')
          for (const part of ['bucket', 'count', 'sum']) metricNames.add(`${name}_${part}`);
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
      const promqlFunctions = new Set(['histogram_quantile', 'min_over_time']);
      expect(
        [...new Set(queried)].filter((name) => !metricNames.has(name) && !promqlFunctions.has(name)),
      ).toEqual([]);
      expect(queried).toEqual(
        expect.arrayContaining(['up', 'rest_api_emails', 'gateway_operation_seconds_bucket']),
      );
    });

    test('stores API keys in the data directory of its first gateway if it has no Redis', async () => {
      const { port } = new URL(machine.gateways[0]);
      const output = await machine.run(`
        cp -p /etc/bookshop/gateway.env /root/gateway.env
        sed -i '/^REDIS_URL=/d' /etc/bookshop/gateway.env
        shop partners add acme-books
        mv /root/gateway.env /etc/bookshop/gateway.env
      `);
      expect(output).toContain(machine.resolvePath(`var/lib/bookshop/gateway-${port}`));
    });

    test('is not ready while files of its build are missing', async () => {
      const builds = machine.resolvePath('srv/bookshop/current/web/dist/storefront');
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

    describe('in daily operation', () => {
      let token: string | undefined;
      let addressId: string;
      const shipping = 40;
      const orders: string[] = [];

      /** Sends an operation to one of the two gateways. Each order switches to the other one. */
      const sendOperation: SendOperation = (query, variables) =>
        createGraphQLClient(machine.gateways[orders.length % 2] ?? '')(query, variables, token);
      const orderAtPrice = async (price: number) => {
        const input = {
          source: 'SINGLE_PRODUCT',
          lines: [{ productId: '1', quantity: 1 }],
          addressId,
          expectedTotal: price + shipping,
          idempotencyKey: randomUUID(),
        };
        const payload = await mutate(sendOperation, 'createShipment', input, 'shipment { number }');
        expect(payload.userErrors).toEqual([]);
        orders.push(textAt(payload, 'shipment.number'));
      };
      const fetchPrices = async () => {
        const query = '{ product(sku: "1") { price } }';
        return Promise.all(
          machine.gateways.map(async (gateway) => {
            const response = await fetch(`${gateway}/graphql?query=${encodeURIComponent(query)}`, {
              headers: { 'apollo-require-preflight': 'true' },
            });
            return (await response.json()).data.product.price;
          }),
        );
      };

      beforeAll(async () => {
        const { name, contact, email, password } = generateShopperDetails();
        const address = {
          address: '12 Laxmi Road',
          area: 'Sadashiv Peth',
          city: 'Pune',
          district: 'Pune',
          state: 'Maharashtra',
          pincode: '412105',
          landmark: 'Beside the library',
        };
        const { userErrors } = await mutate(sendOperation, 'register', {
          username: name,
          contact,
          email,
          password,
          confirmPassword: password,
          addresses: [address],
        });
        expect(userErrors).toEqual([]);
        const loginFields = 'token user { addresses { id } }';
        const login = await mutate(sendOperation, 'login', { contact, password }, loginFields);
        token = textAt(login, 'token');
        addressId = textAt(login, 'user.addresses.0.id');
      });

      test('books sell before and after the operator changes prices and adds a coupon and a slide', async () => {
        for (let count = 0; count < 3; count += 1) await orderAtPrice(180);
        await writeFile(machine.resolvePath('srv/bookshop/prices.csv'), 'id,price,discount\n1,150,25\n');
        await writeFile(
          machine.resolvePath('srv/bookshop/slide.svg'),
          '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="6"/>',
        );
        await machine.run(`
        shop catalogue import /srv/bookshop/prices.csv
        shop coupons add MONSOON --discount 5
        shop slides add --title 'New poems' --picture /srv/bookshop/slide.svg --link /product
      `);
        await expect.poll(fetchPrices, { timeout: 60_000, interval: 500 }).toEqual([150, 150]);
        for (let count = 0; count < 2; count += 1) await orderAtPrice(150);
        // The gateways refresh each list separately, so they may show the new prices before the new coupon and slide.
        const fetchContent = async () =>
          (await sendOperation('{ coupons { couponName } slides { title } }')).data;
        await expect
          .poll(fetchContent, { timeout: 60_000, interval: 500 })
          .toEqual({ coupons: [{ couponName: 'MONSOON' }], slides: [{ title: 'New poems' }] });
      });

      test('orders are packed, dispatched, cancelled and exported, and an enquiry is marked as done', async () => {
        const [cancelled, ...dispatched] = orders;
        const dispatchCommands = dispatched.map(
          (id, index) => `shop orders dispatch ${id} --tracking TRACK-${index}`,
        );
        await machine.run(`
        shop orders pack ${dispatched.join(' ')}
        ${dispatchCommands.join('\n')}
        shop orders cancel ${cancelled} --reason 'ordered twice' --yes
      `);
        const { products } = stockSchema.parse({
          products: await (await fetchWithToken(`${machine.restApi}/getallproducts`)).json(),
        });
        expect(products).toEqual([{ id: 1, price: 150, remainingQuantity: 96 }]);
        const input = { name: 'Asha Rane', phoneNumber: '9876543210', remark: 'Is it in stock?' };
        expect((await mutate(sendOperation, 'createContact', input)).userErrors).toEqual([]);
        expect(await machine.run('shop enquiries list')).toContain('Asha Rane');
        await machine.run('shop enquiries done 1');
        expect(await machine.run('shop enquiries list')).not.toContain('Asha Rane');
        const [, ...exportedOrders] = (await machine.run('shop orders export')).trim().split('\n');
        expect(exportedOrders).toHaveLength(5);
        expect(exportedOrders.filter((line) => line.includes('Dispatched'))).toHaveLength(4);
        expect(exportedOrders.filter((line) => line.includes('Cancelled'))).toHaveLength(1);
      });

      test('the shop is backed up and upgraded as documented without failed requests, and then rolled back', async () => {
        const commands = await readCommands('Upgrades');
        expect(commands).toHaveLength(2);
        const balancer = await startLoadBalancer(machine.gateways);
        const load = requestContinuously(balancer.url, ['/', '/product', '/product/1']);
        try {
          await machine.run(commands[0] ?? '');
        } finally {
          const results = await load.stop();
          balancer.close();
          expect(results.length).toBeGreaterThan(20);
          expect(results.filter((result) => result !== 200)).toEqual([]);
        }
        const readCurrentRelease = () => machine.run('readlink /srv/bookshop/current');
        expect(await readCurrentRelease()).toBe(`${machine.resolvePath('srv/bookshop/releases/second')}\n`);
        for (const gateway of machine.gateways)
          expect(await fetchPage(gateway)).toEqual({ status: 200, hasBook: true });
        const { data } = await sendOperation('{ user { orders { totalCount } } }');
        expect(data).toEqual({ user: { orders: { totalCount: orders.length } } });
        const backup = await stat(machine.resolvePath('var/backups/bookshop/before-second.tar.gz'));
        expect(backup.mode & 0o777).toBe(0o600);
        await machine.run(commands[1] ?? '');
        expect(await readCurrentRelease()).toBe(`${machine.resolvePath('srv/bookshop/releases/first')}\n`);
        expect(await fetchPage(machine.gateways[0])).toEqual({ status: 200, hasBook: true });
      });

      test('the backup restores all orders, the catalogue, coupons, slides and enquiries to an empty data directory', async () => {
        const restoredShop =
          'env DATA_DIR=/root/restored /srv/bookshop/current/node_modules/.bin/node /srv/bookshop/current/rest-api/admin/main.ts';
        await machine.run(`${restoredShop} restore /var/backups/bookshop/before-second.tar.gz`);
        for (const command of [
          'orders export',
          'catalogue export',
          'coupons list',
          'slides list',
          'enquiries list --all',
        ]) {
          expect(await machine.run(`${restoredShop} ${command}`), command).toBe(
            await machine.run(`shop ${command}`),
          );
        }
      });
    });
  },
);
