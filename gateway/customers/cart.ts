import type { Viewer } from '../auth/client.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { CatalogueProduct, RestId } from '../domain/product.ts';
import { failureMessages, refuse, type UserError, userErrors } from '../domain/user-errors.ts';
import type {
  AddToCartErrorCode,
  RemoveFromCartErrorCode,
  SetCartQuantityErrorCode,
} from '../generated/resolvers.ts';
import type { RestClient } from '../rest/client.ts';
import { toUserError, type UpstreamFailure, UpstreamRejectedError } from '../rest/errors.ts';
import { countQuantities, type ShopperRecord } from '../rest/shoppers.ts';
import { acceptChange, type CustomerRecords, refuseWithRecord, type ShopperUpdate } from './record.ts';

/** A product and a number of copies. */
export interface ProductQuantity {
  productId: string;
  quantity: number;
}

/** Maximum number of copies in a line (requirements.md 9). */
const maxQuantity = 10;

/** Maximum number of copies in a cart, as in the REST service. */
const maxCartCopies = 1000;

/** Whether a line may have this quantity. */
export function isValidQuantity(quantity: number): boolean {
  return Number.isInteger(quantity) && quantity >= 1 && quantity <= maxQuantity;
}

export function createQuantityError(field: string[]): UserError<'QUANTITY_OUT_OF_RANGE'> {
  return userErrors.quantityOutOfRange(field, maxQuantity);
}

/** Returns the record with this quantity of a product in the cart; 0 removes the product. A new product comes last. */
export function setCartQuantity(record: ShopperRecord, productId: RestId, quantity: number): ShopperRecord {
  const counts = countQuantities(record.productIds);
  counts.set(String(productId), quantity);
  return replaceQuantities(record, counts, productId);
}

/** For each ordered product, the quantity that remains in the cart after the ordered copies are removed. */
export function countRemaining(
  { productIds }: ShopperRecord,
  ordered: readonly ProductQuantity[],
): Record<string, number> {
  const counts = countQuantities(productIds);
  const remaining = ordered.map(({ productId, quantity }): [string, number] => [
    productId,
    Math.max(0, (counts.get(productId) ?? 0) - quantity),
  ]);
  return Object.fromEntries(remaining);
}

/** Returns the record with at most these quantities in the cart; the same object if none of them is exceeded. */
export function limitCartQuantities(
  record: ShopperRecord,
  maxQuantities: Readonly<Record<string, number>>,
): ShopperRecord {
  const counts = countQuantities(record.productIds);
  const excessive = Object.entries(maxQuantities).filter(([id, maximum]) => (counts.get(id) ?? 0) > maximum);
  for (const [id, maximum] of excessive) counts.set(id, maximum);
  return excessive.length === 0 ? record : replaceQuantities(record, counts);
}

/** Limits lines to the copies that are still in the cart, and drops lines without copies. */
export function limitToCart(
  lines: readonly ProductQuantity[],
  productIds: readonly RestId[],
): ProductQuantity[] {
  const cartQuantities = countQuantities(productIds);
  return lines
    .map(({ productId, quantity }) => ({
      productId,
      quantity: Math.min(quantity, cartQuantities.get(productId) ?? 0),
    }))
    .filter(({ quantity }) => quantity > 0);
}

/** Whether the cart contains all copies of these lines. */
export function isAllInCart(lines: readonly ProductQuantity[], productIds: readonly RestId[]): boolean {
  const cartQuantities = countQuantities(productIds);
  return lines.every(({ productId, quantity }) => quantity <= (cartQuantities.get(productId) ?? 0));
}

function replaceQuantities(
  record: ShopperRecord,
  counts: Map<string, number>,
  addedId?: RestId,
): ShopperRecord {
  // Ids are written back with the host's own type: a number stays a number.
  const hostIds = new Map(record.productIds.map((id) => [String(id), id]));
  const productIds = [...counts].flatMap(([id, count]) =>
    Array<RestId>(count).fill(hostIds.get(id) ?? addedId ?? id),
  );
  return { ...record, productIds };
}

/** A cart line with the fields of the schema; amounts in paise. */
export interface CartLineFields {
  id: string;
  product: CatalogueProduct;
  quantity: number;
  available: boolean;
  lineTotal: number;
}

const linesByRecord = new WeakMap<ShopperRecord, Promise<CartLineFields[]>>();

/**
 * The cart's lines: those of available products first, then the others, both in the order in which the products were
 * added. A product that the shop no longer lists has no line. Other clients of the host may repeat an id more than ten
 * times; that counts as ten. The result is cached per record.
 */
export function getCartLines(
  record: ShopperRecord,
  catalogue: Catalogue,
  signal: AbortSignal,
): Promise<CartLineFields[]> {
  const lines = linesByRecord.get(record) ?? buildCartLines(record, catalogue, signal);
  linesByRecord.set(record, lines);
  return lines;
}

async function buildCartLines(
  record: ShopperRecord,
  catalogue: Catalogue,
  signal: AbortSignal,
): Promise<CartLineFields[]> {
  const counts = countQuantities(record.productIds);
  const products = await catalogue.getProducts([...counts.keys()], signal);
  const lines = [...counts].flatMap(([id, count]) => {
    const product = products.get(id);
    if (product === undefined) return [];
    const quantity = Math.min(count, maxQuantity);
    const { available, price } = product;
    return [{ id: `${record.id}:${id}`, product, quantity, available, lineTotal: price * quantity }];
  });
  return [...lines.filter(({ available }) => available), ...lines.filter(({ available }) => !available)];
}

/** The services that commands on carts and wish lists use. */
export interface ShoppingServices {
  customers: CustomerRecords;
  catalogue: Catalogue;
  rest: RestClient;
}

export type CartCommands = ReturnType<typeof createCartCommands>;

/** The commands of a shopper's cart (requirements.md 8, "Cart"). They throw {StoreUnavailableError}. */
export function createCartCommands({ customers, catalogue, rest }: ShoppingServices) {
  const createErrors = (message: string) => ({
    notSignedIn: userErrors.notSignedInForCart,
    failed: (failure: UpstreamFailure) => toUserError(failure, message),
  });

  return {
    add(
      viewer: Viewer,
      { productId, quantity }: ProductQuantity,
    ): Promise<ShopperUpdate<AddToCartErrorCode>> {
      return customers.execute(viewer, createErrors(failureMessages.addToCart), async (userId) => {
        if (!isValidQuantity(quantity)) return refuseWithRecord(viewer, createQuantityError(['quantity']));
        const product = await catalogue.getProduct(productId, viewer.signal);
        if (product === null) return refuseWithRecord(viewer, userErrors.productNotFound(['productId']));
        return customers.update(userId, (record) =>
          countQuantities(record.productIds).has(product.id)
            ? refuse(userErrors.alreadyInCart)
            : acceptUnlessFull(record, setCartQuantity(record, product.restId, quantity)),
        );
      });
    },

    setQuantity(
      viewer: Viewer,
      { productId, quantity }: ProductQuantity,
    ): Promise<ShopperUpdate<SetCartQuantityErrorCode>> {
      return customers.execute(viewer, createErrors(failureMessages.setCartQuantity), async (userId) => {
        if (!isValidQuantity(quantity)) return refuseWithRecord(viewer, createQuantityError(['quantity']));
        return customers.update(userId, (record) => {
          const current = countQuantities(record.productIds).get(productId);
          if (current === undefined) return refuse(userErrors.notInCart);
          if (current === quantity) return acceptChange(record);
          return acceptUnlessFull(record, setCartQuantity(record, productId, quantity));
        });
      });
    },

    remove(viewer: Viewer, productId: string): Promise<ShopperUpdate<RemoveFromCartErrorCode>> {
      return customers.execute(viewer, createErrors(failureMessages.removeFromCart), (userId) =>
        customers.callThenReconcile(
          userId,
          async ({ productIds }) => {
            if (!includesId(productIds, productId)) return;
            await rest.removeFromCart(userId, productId).catch(ignoreNotFound);
          },
          // Some hosts remove a single copy only, or do not find products that are no longer listed.
          (record) =>
            acceptChange(
              includesId(record.productIds, productId) ? setCartQuantity(record, productId, 0) : record,
            ),
        ),
      );
    },
  };
}

/** Refuses copies beyond the limit. A cart that another client of the host filled beyond it may still shrink. */
function acceptUnlessFull(before: ShopperRecord, after: ShopperRecord) {
  const count = after.productIds.length;
  return count > maxCartCopies && count > before.productIds.length
    ? refuse(userErrors.cartFull)
    : acceptChange(after);
}

export function includesId(ids: readonly RestId[], id: string): boolean {
  return ids.some((item) => String(item) === id);
}

/** Ignores status 404 for a product that the host no longer knows. The reconciling write then corrects the record. */
export function ignoreNotFound(error: unknown): void {
  if (!(error instanceof UpstreamRejectedError && error.status === 404)) throw error;
}
