import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type Call, callsTo, orderSchema, productSchema, register, shipmentOf } from './calls.ts';
import { onEachEngine, type TestService } from './engines.ts';
import { importCatalogue, testCatalogue } from './import-command.ts';

// Each test runs the command several times, which takes long on a busy machine.
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
  const fetchProducts = async () => list.parse((await call('GET /getallproducts')).body);
  const fetchProduct = async (id: number) =>
    productSchema.parse((await call(`GET /getproductbyid/${id}`)).body);
  const fetchOrders = async (email: string) =>
    z.array(orderSchema).parse((await call(`GET /OrdersByUserEmail?email=${email}`)).body);

  test('carts, wish lists and orders keep withdrawn products, which are restored by importing the right file', async () => {
    const [ordered, wishlisted, remaining] = catalogue;
    if (ordered === undefined || wishlisted === undefined || remaining === undefined)
      throw new Error('The catalogue is empty');
    const { id, email } = await register(call);
    await call(`PUT /updateUser/${id}`, {
      body: { productIds: [ordered.id, ordered.id], wishlistProductIds: [wishlisted.id] },
    });
    const user = (await call(`GET /getUserById/${id}`)).body;
    const order = shipmentOf(await register(call), [{ productId: ordered.id, quantity: 1 }]);
    await call('POST /createShipment', { body: { ...order, userEmail: email } });
    const orders = await fetchOrders(email);

    const withdrawal = await importFile('one.json', [remaining], '--replace');
    expect(withdrawal.output).toContain('9 products that the file does not contain were withdrawn.');
    expect((await fetchProducts()).map((record) => record.id)).toEqual([remaining.id]);
    expect((await call(`GET /getproductbyid/${ordered.id}`)).status).toBe(404);
    expect((await call('GET /getallCategory')).body).toMatchObject([{ categoryName: remaining.category }]);
    expect((await call(`GET /getUserById/${id}`)).body).toEqual(user);
    const [line] = (await fetchOrders(email))[0]?.shipmentProducts ?? [];
    expect(line).toEqual({ ...orders[0]?.shipmentProducts[0], product: null });
    expect(await call('POST /createShipment', { body: order })).toMatchObject({
      status: 409,
      body: { message: `Not enough stock for product ${ordered.productName}` },
    });
    expect((await call(`PUT /moveToCart?userId=${id}&productId=${wishlisted.id}`)).status).toBe(404);
    const other = await register(call);
    await call(`PUT /updateUser/${other.id}`, { body: { productIds: [ordered.id] } });
    const removal = await call(`DELETE /removeProductFromUser?userId=${other.id}&productId=${ordered.id}`);
    expect(removal.status).toBe(200);

    await importFile('all.json', catalogue);
    expect(await fetchProducts()).toEqual(catalogue);
    expect((await call(`GET /getUserById/${id}`)).body).toEqual(user);
    const [restoredLine] = (await fetchOrders(email))[0]?.shipmentProducts ?? [];
    expect(restoredLine?.product).toEqual(ordered);
  });

  test('withdrawing most of the catalogue requires confirmation', async () => {
    const many = Array.from({ length: 30 }, (_, index) => ({ ...catalogue[0], id: 101 + index }));
    await importFile('many.json', many);
    const before = await fetchProducts();
    const oneBook = [catalogue[0]];
    const { exitCode, output } = await importFile('one.json', oneBook, '--replace');
    expect([exitCode, output]).toEqual([
      1,
      expect.stringContaining(
        `The import failed and nothing was changed: --replace would withdraw ${before.length - 1} of ${before.length} products; add --withdraw-most to confirm\n`,
      ),
    ]);
    expect(await fetchProducts()).toEqual(before);
    expect((await importFile('one.json', oneBook, '--replace', '--withdraw-most')).exitCode).toBe(0);
    expect((await fetchProducts()).map(({ id }) => id)).toEqual([catalogue[0]?.id]);
    await importFile('all.json', catalogue);
  });

  test('a column that the file lacks stays unchanged, so an import of prices does not reset the stock', async () => {
    const book = catalogue.find(({ remainingQuantity }) => (remainingQuantity ?? 0) > 2);
    const { id, remainingQuantity, ...others } = book ?? { id: 0, remainingQuantity: 0 };
    const order = shipmentOf(await register(call), [{ productId: id, quantity: 2 }]);
    expect((await call('POST /createShipment', { body: order })).status).toBe(201);
    const expectedStock = (remainingQuantity ?? 0) - 2;
    const run = await importFile('prices.csv', `id,price\n${id},12.50\n`);
    expect(run.output).toContain('0 products inserted, 1 updated.');
    expect(await fetchProduct(id)).toEqual({ ...others, id, remainingQuantity: expectedStock, price: 12.5 });
    await importFile('blank.json', [{ id, isbnId: null, category: 'Another' }]);
    const changed = { isbnId: null, category: 'Another', price: 12.5 };
    expect(await fetchProduct(id)).toEqual({ ...others, id, remainingQuantity: expectedStock, ...changed });
    await importFile('stock.csv', `remainingQuantity,id\n,${id}\n`);
    expect(await fetchProduct(id)).toEqual({ ...others, id, remainingQuantity: null, ...changed });
    await importFile('all.json', catalogue);
  });

  test('a new product without the required columns is rejected with the missing columns', async () => {
    const before = await fetchProducts();
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
    expect(await fetchProducts()).toEqual(before);
    const { remainingQuantity: _, isbnId: __, productImages: ___, ...rest } = { ...catalogue[0], id: 901 };
    expect((await importFile('new.json', [rest])).output).toContain('1 products inserted, 0 updated.');
    expect(await fetchProduct(901)).toEqual({
      ...rest,
      remainingQuantity: null,
      isbnId: null,
      productImages: {},
    });
  });
});
