import { z } from 'zod';
import type { GeneratedProduct } from '../products.ts';

const newShopperSchema = z.looseObject({
  contact: z.string(),
  email: z.string(),
  password: z.string(),
  addresses: z.array(z.looseObject({})),
});
const credentialsSchema = z.object({ contact: z.string(), password: z.string() });
const shipmentSchema = z.looseObject({
  userEmail: z.string(),
  dispatchedDate: z.string(),
  shipmentProducts: z.array(z.object({ productId: z.coerce.number(), quantity: z.number() })),
});

type Shopper = z.output<typeof newShopperSchema> & { id: number };
type Order = z.output<typeof shipmentSchema> & { orderId: string; orderDate: string; status: string };

/** The shoppers and orders of the benchmarks' REST host, and the copies that have been sold. */
export class HostShoppers {
  readonly #findProduct: (id: number) => GeneratedProduct | undefined;
  readonly #shoppers: Shopper[] = [];
  readonly #orders: Order[] = [];
  readonly #soldCopies = new Map<number, number>();

  constructor(findProduct: (id: number) => GeneratedProduct | undefined) {
    this.#findProduct = findProduct;
  }

  countSoldCopies(productId: number): number {
    return this.#soldCopies.get(productId) ?? 0;
  }

  add(body: unknown): object {
    const fields = newShopperSchema.parse(body);
    const id = this.#shoppers.length + 1;
    const addresses = fields.addresses.map((address, index) => ({ id: id * 10 + index, ...address }));
    this.#shoppers.push({ productIds: [], wishlistProductIds: [], ...fields, id, addresses });
    return { message: 'User created' };
  }

  login(body: unknown): object | undefined {
    const { contact, password } = credentialsSchema.parse(body);
    const shopper = this.#shoppers.find((candidate) => candidate.contact === contact);
    return shopper?.password === password ? { message: 'Login successful!' } : undefined;
  }

  findByContact(contact: string | null): object | undefined {
    const found = this.#shoppers.find((shopper) => shopper.contact === contact);
    return found && omitPassword(found);
  }

  find(id: number): object | undefined {
    const found = this.#shoppers[id - 1];
    return found && omitPassword(found);
  }

  update(id: number, body: unknown): object | undefined {
    const shopper = this.#shoppers[id - 1];
    if (shopper === undefined) return undefined;
    Object.assign(shopper, z.looseObject({}).parse(body), { id });
    return omitPassword(shopper);
  }

  findOrders(email: string | null): readonly object[] {
    return this.#orders.filter((order) => order.userEmail === email);
  }

  /** Places an order and reduces the stock. Returns undefined if there are not enough copies. */
  placeOrder(body: unknown): object | undefined {
    const shipment = shipmentSchema.parse(body);
    const lines = shipment.shipmentProducts;
    const isInStock = ({ productId, quantity }: (typeof lines)[number]) =>
      (this.#findProduct(productId)?.remainingQuantity ?? 0) >= quantity;
    if (!lines.every(isInStock)) return undefined;
    for (const { productId, quantity } of lines)
      this.#soldCopies.set(productId, this.countSoldCopies(productId) + quantity);
    const order = {
      ...shipment,
      orderId: `ORD-${this.#orders.length + 1}`,
      orderDate: shipment.dispatchedDate,
      status: 'Placed',
    };
    this.#orders.push(order);
    return order;
  }
}

function omitPassword({ password: _, cpassword: __, ...shopper }: Shopper): object {
  return shopper;
}
