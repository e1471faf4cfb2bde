import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type Call, callsTo, orderSchema, productSchema, register, shipmentOf } from './calls.ts';
import { onEachEngine, type TestService } from './engines.ts';
import { importCatalogue, testCatalogue } from './import-command.ts';

// Each of these runs the command several times, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const list = z.array(productSchema);

onEachEngine((start) => {
  let service: TestService;
  let call: Call;
  let catalogue: z.infer<typeof list>;

  beforeAll(async () => {
    service = await start();
    call = callsTo(service.url);
    catalogue = list.parse(JSON.parse(await readFile(testCatalogue, 'utf8')));
    return () => service.remove();
  });

  const importFile = async (name: string, content: string | object, ...args: string[]) => {
    const file = path.join(service.settings.DATA_DIR ?? '', name);
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
    return importCatalogue([file, ...args], service.settings);
  };
  const products = async () => list.parse((await call('GET /getallproducts')).body);
  const product = async (id: number) => productSchema.parse((await call(`GET /getproductbyid/${id}`)).body);
  const ordersOf = async (email: string) =>
    z.array(orderSchema).parse((await call(`GET /OrdersByUserEmail?email=${email}`)).body);

  test('carts, wish lists and orders keep withdrawn products, which are restored by importing the right file', async () => {
    const [sold, wished, staying] = catalogue;
    if (sold === undefined || wished === undefined || staying === undefined) throw new Error('No books.');
    const { id, email } = await register(call);
    await call(`PUT /updateUser/${id}`, {
      body: { productIds: [sold.id, sold.id], wishlistProductIds: [wished.id] },
    });
    const user = (await call(`GET /getUserById/${id}`)).body;
    const order = shipmentOf(await register(call), [{ productId: sold.id, quantity: 1 }]);
    await call('POST /createShipment', { body: { ...order, userEmail: email } });
    const orders = await ordersOf(email);

    const withdrawal = await importFile('one.json', [staying], '--replace');
    expect(withdrawal.output).toContain('9 products that the file does not contain were withdrawn.');
    expect((await products()).map((record) => record.id)).toEqual([staying.id]);
    expect((await call(`GET /getproductbyid/${sold.id}`)).status).toBe(404);
    expect((await call('GET /getallCategory')).body).toMatchObject([{ categoryName: staying.category }]);
    expect((await call(`GET /getUserById/${id}`)).body).toEqual(user);
    const [line] = (await ordersOf(email))[0]?.shipmentProducts ?? [];
    expect(line).toEqual({ ...orders[0]?.shipmentProducts[0], product: null });
    expect(await call('POST /createShipment', { body: order })).toMatchObject({
      status: 409,
      body: { message: `Not enough stock for product ${sold.productName}` },
    });
    expect((await call(`PUT /moveToCart?userId=${id}&productId=${wished.id}`)).status).toBe(404);
    const other = await register(call);
    await call(`PUT /updateUser/${other.id}`, { body: { productIds: [sold.id] } });
    const removal = await call(`DELETE /removeProductFromUser?userId=${other.id}&productId=${sold.id}`);
    expect(removal.status).toBe(200);

    await importFile('all.json', catalogue);
    expect(await products()).toEqual(catalogue);
    expect((await call(`GET /getUserById/${id}`)).body).toEqual(user);
    const [lineAgain] = (await ordersOf(email))[0]?.shipmentProducts ?? [];
    expect(lineAgain?.product).toEqual(sold);
  });

  test('withdrawing most of the catalogue requires confirmation', async () => {
    const many = Array.from({ length: 30 }, (_, index) => ({ ...catalogue[0], id: 101 + index }));
    await importFile('many.json', many);
    const before = await products();
    const one = [catalogue[0]];
    const { exitCode, output } = await importFile('one.json', one, '--replace');
    expect([exitCode, output]).toEqual([
      1,
      expect.stringContaining(
        `The import failed and nothing was changed: --replace would withdraw ${before.length - 1} of ${before.length} products; add --withdraw-most to confirm\n`,
      ),
    ]);
    expect(await products()).toEqual(before);
    expect((await importFile('one.json', one, '--replace', '--withdraw-most')).exitCode).toBe(0);
    expect((await products()).map(({ id }) => id)).toEqual([catalogue[0]?.id]);
    await importFile('all.json', catalogue);
  });

  test('a column that the file lacks stays unchanged, so an import of prices does not reset the stock', async () => {
    const book = catalogue.find(({ remainingQuantity }) => (remainingQuantity ?? 0) > 2);
    const { id, remainingQuantity, ...others } = book ?? { id: 0, remainingQuantity: 0 };
    const order = shipmentOf(await register(call), [{ productId: id, quantity: 2 }]);
    expect((await call('POST /createShipment', { body: order })).status).toBe(201);
    const left = (remainingQuantity ?? 0) - 2;
    const run = await importFile('prices.csv', `id,price\n${id},12.50\n`);
    expect(run.output).toContain('0 products inserted, 1 updated.');
    expect(await product(id)).toEqual({ ...others, id, remainingQuantity: left, price: 12.5 });
    await importFile('blank.json', [{ id, isbnId: null, category: 'Another' }]);
    const changed = { isbnId: null, category: 'Another', price: 12.5 };
    expect(await product(id)).toEqual({ ...others, id, remainingQuantity: left, ...changed });
    await importFile('stock.csv', `remainingQuantity,id\n,${id}\n`);
    expect(await product(id)).toEqual({ ...others, id, remainingQuantity: null, ...changed });
    await importFile('all.json', catalogue);
  });

  test('a new product without the required columns is rejected with the missing columns', async () => {
    const before = await products();
    const { exitCode, output } = await importFile(
      'new.csv',
      'id,productName,price,mrp\n1,A,1,2\n901,B,1,2\n',
    );
    expect([exitCode, output]).toEqual([
      1,
      expect.stringContaining(
        'The import failed and nothing was changed: new products lack required columns. New ids and their missing columns: 901 (discount, category, language, publisher, author, status)\n',
      ),
    ]);
    expect(await products()).toEqual(before);
    const { remainingQuantity: _, isbnId: __, productImages: ___, ...rest } = { ...catalogue[0], id: 901 };
    expect((await importFile('new.json', [rest])).output).toContain('1 products inserted, 0 updated.');
    expect(await product(901)).toEqual({ ...rest, remainingQuantity: null, isbnId: null, productImages: {} });
  });
});
