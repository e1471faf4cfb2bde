import type { DemoLogin } from '#web/server/sandbox.ts';
import { z } from '#web/zod.ts';

/** Sends an operation in the current session and returns the response. */
type SendOperation = (query: string, variables: Record<string, unknown>) => Promise<unknown>;

/** Matches a placeholder for a value that is known only when the example is opened. */
const placeholder = /^\{\{(\w+)\}\}$/;

/** The hints that replace placeholders without a value. */
const hints: Record<string, unknown> = {
  addressId: 'the id of one of your addresses',
  grandTotal: 0,
  orderId: 'the id of an order that can be cancelled',
  productId: 'the id of a product',
  productNotInCartId: 'the id of a product that is not in your cart',
  demoContact: 'your contact number',
  demoPassword: 'your password',
};

const valuesQuery = `query ExampleValues {
  products(filter: { availableOnly: true }, first: 100) { nodes { id } }
  user {
    cart { lines { product { id } } }
    wishlist { items(first: 100) { nodes { id } } }
    addresses { id pincode }
    orders(first: 20) { nodes { id cancellable } }
  }
}`;
const productSchema = z.object({ id: z.string() });
const valuesSchema = z.object({
  data: z.object({
    products: z.object({ nodes: z.array(productSchema) }),
    user: z
      .object({
        cart: z.object({ lines: z.array(z.object({ product: productSchema })) }),
        wishlist: z.object({ items: z.object({ nodes: z.array(productSchema) }) }),
        addresses: z.array(z.object({ id: z.string(), pincode: z.string() })),
        orders: z.object({ nodes: z.array(z.object({ id: z.string(), cancellable: z.boolean() })) }),
      })
      .nullable(),
  }),
});

const totalQuery = `query ExampleTotal($input: CheckoutQuoteInput!) {
  checkoutQuote(input: $input) { grandTotal }
}`;
const totalSchema = z.object({
  data: z.object({ checkoutQuote: z.object({ grandTotal: z.number().nullable() }) }),
});
const purchaseSchema = z.object({ input: z.object({ source: z.string(), lines: z.array(z.unknown()) }) });

/**
 * Replaces the placeholders in the variables of an example, such as `{{addressId}}`, so that the example can be run as
 * it is. The values come from the shop, the signed-in shopper and the demo login, or are random. A hint replaces a
 * placeholder without a value.
 */
export async function fillVariables(
  variables: Record<string, unknown>,
  send: SendOperation,
  demoLogin: DemoLogin | null,
): Promise<Record<string, unknown>> {
  if (!JSON.stringify(variables).includes('{{')) return variables;
  const { data } = valuesSchema
    .catch({ data: { products: { nodes: [] }, user: null } })
    .parse(await send(valuesQuery, {}).catch(() => null));
  const [address] = data.user?.addresses ?? [];
  // The examples that change or remove an address use the last one: the example order is delivered to the first.
  const lastAddress = data.user?.addresses.at(-1);
  const idsInCart = data.user?.cart.lines.map(({ product }) => product.id) ?? [];
  const productId = data.products.nodes[0]?.id;
  const digits = randomDigits(9);
  const values: Record<string, unknown> = {
    addressId: address?.id,
    lastAddressId: lastAddress?.id ?? hints.addressId,
    orderId: data.user?.orders.nodes.find(({ cancellable }) => cancellable)?.id,
    productId,
    // The books that the preceding examples have added.
    productInCartId: idsInCart.at(-1) ?? productId ?? hints.productId,
    productOnWishlistId: data.user?.wishlist.items.nodes.at(-1)?.id ?? productId ?? hints.productId,
    productNotInCartId: data.products.nodes.find(({ id }) => !idsInCart.includes(id))?.id,
    newContact: `9${digits}`,
    newEmail: `reader.${digits}@example.com`,
    newKey: `example-${digits}`,
    demoContact: demoLogin?.contact,
    demoPassword: demoLogin?.password,
  };
  const filled = replacePlaceholders(variables, values);
  const purchase = purchaseSchema.safeParse(filled);
  if (!purchase.success || address === undefined) return replacePlaceholders(filled, hints);
  const input = { ...purchase.data.input, pincode: address.pincode };
  const total = totalSchema.safeParse(await send(totalQuery, { input }).catch(() => null));
  return replacePlaceholders(filled, {
    ...hints,
    grandTotal: total.data?.data.checkoutQuote.grandTotal ?? hints.grandTotal,
  });
}

/** Replaces the placeholders that have a value. */
function replacePlaceholders(
  variables: Record<string, unknown>,
  values: Record<string, unknown>,
): Record<string, unknown> {
  const replaced: unknown = JSON.parse(JSON.stringify(variables), (_, value: unknown) => {
    const name = typeof value === 'string' ? placeholder.exec(value)?.[1] : undefined;
    return name === undefined ? value : (values[name] ?? value);
  });
  return z.record(z.string(), z.unknown()).parse(replaced);
}

function randomDigits(count: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) => byte % 10).join('');
}
