import { z } from 'zod';
import type { Viewer } from '../auth/client.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { Cursors, type Edge, type Page, type PageArguments, paginateList } from '../catalogue/connection.ts';
import type { CatalogueProduct, RestId } from '../domain/product.ts';
import { failureMessages, refuse, userErrors } from '../domain/user-errors.ts';
import type {
  AddToWishlistErrorCode,
  MoveToCartErrorCode,
  RemoveFromWishlistErrorCode,
} from '../generated/resolvers.ts';
import { toUserError, type UpstreamFailure, UpstreamRejectedError } from '../rest/errors.ts';
import { countQuantities, type ShopperRecord } from '../rest/shoppers.ts';
import { ignoreNotFound, includesId, type ShoppingServices, setCartQuantity } from './cart.ts';
import { acceptChange, refuseWithRecord, type ShopperUpdate } from './record.ts';

export type WishlistPageEdge = Edge<CatalogueProduct>;

/** One page of a wish list. */
export type WishlistPage = Page<CatalogueProduct>;

/** Cursors contain the product's id, and its position when they were created. */
const cursors = new Cursors(
  {
    schema: z.tuple([z.string(), z.int().min(0)]),
    listName: 'this wish list',
    queryName: 'wish list',
  },
  () => 'wish list',
);

/**
 * The products of a wish list, in the order in which they were added. Products that the shop no longer lists are
 * omitted.
 */
export async function getWishlistProducts(
  { wishlistProductIds }: ShopperRecord,
  catalogue: Catalogue,
  signal: AbortSignal,
): Promise<CatalogueProduct[]> {
  const ids = [...countQuantities(wishlistProductIds).keys()];
  const found = await catalogue.getProducts(ids, signal);
  return ids.map((id) => found.get(id)).filter((product) => product !== undefined);
}

/** Returns a page of a wish list. @throws {PageArgumentError} for an invalid page size or cursor. */
export function createWishlistPage(products: readonly CatalogueProduct[], page: PageArguments): WishlistPage {
  const list = {
    length: products.length,
    cursors,
    nodeAt: (index: number) => products[index],
    positionAt: (index: number): [string, number] => [products[index]?.id ?? '', index],
    locate([id, position]: [string, number]) {
      const index = products.findIndex((product) => product.id === id);
      // If only this product has been removed since, the next one is at its position.
      return index === -1 ? { start: position, end: position } : { start: index, end: index + 1 };
    },
  };
  return paginateList(list, page);
}

export type WishlistCommands = ReturnType<typeof createWishlistCommands>;

/** The commands of a shopper's wish list (requirements.md 8, "Wish list"). They throw {StoreUnavailableError}. */
export function createWishlistCommands({ customers, catalogue, rest }: ShoppingServices) {
  return {
    add(viewer: Viewer, productId: string): Promise<ShopperUpdate<AddToWishlistErrorCode>> {
      return customers.execute(viewer, { failed: toAddError }, async (userId) => {
        const product = await catalogue.getProduct(productId, viewer.signal);
        if (product === null) return refuseWithRecord(viewer, userErrors.productNotFound(['productId']));
        return customers.callThenReconcile(
          userId,
          async ({ productIds, wishlistProductIds }) => {
            if (includesId(productIds, productId) || includesId(wishlistProductIds, productId)) return;
            await rest.addToWishlist(userId, productId);
          },
          (record) => {
            if (includesId(record.productIds, productId)) return refuse(userErrors.alreadyInCartForWishlist);
            return acceptChange(
              includesId(record.wishlistProductIds, productId) ? record : addToList(record, product.restId),
            );
          },
        );
      });
    },

    moveToCart(viewer: Viewer, productId: string): Promise<ShopperUpdate<MoveToCartErrorCode>> {
      return customers.execute(viewer, { failed: toMoveError }, async (userId) => {
        const product = await catalogue.getProduct(productId, viewer.signal);
        if (product === null) return refuseWithRecord(viewer, userErrors.productNotFound(['productId']));
        return customers.callThenReconcile(
          userId,
          async (before) => {
            // A double click or another tab may already have moved it.
            if (!isMoved(before, productId)) await rest.moveToCart(userId, productId);
          },
          (record) =>
            acceptChange(
              isMoved(record, productId) ? record : moveProduct(record, productId, product.restId),
            ),
        );
      });
    },

    remove(viewer: Viewer, productId: string): Promise<ShopperUpdate<RemoveFromWishlistErrorCode>> {
      return customers.execute(viewer, createErrors(failureMessages.removeFromWishlist), (userId) =>
        customers.callThenReconcile(
          userId,
          async ({ wishlistProductIds }) => {
            if (!includesId(wishlistProductIds, productId)) return;
            await rest.removeFromWishlist(userId, productId).catch(ignoreNotFound);
          },
          (record) =>
            acceptChange(
              includesId(record.wishlistProductIds, productId) ? removeFromList(record, productId) : record,
            ),
        ),
      );
    },
  };
}

function createErrors(message: string) {
  return { failed: (failure: UpstreamFailure) => toUserError(failure, message) };
}

function toAddError(error: UpstreamFailure) {
  return error instanceof UpstreamRejectedError && error.hostMessage?.includes('already in cart')
    ? userErrors.alreadyInCartForWishlist
    : toUserError(error, failureMessages.addToWishlist);
}

function toMoveError(error: UpstreamFailure) {
  return error instanceof UpstreamRejectedError && error.hostMessage?.includes('cart is full')
    ? userErrors.cartFull
    : toUserError(error, failureMessages.moveToCart);
}

function isMoved(record: ShopperRecord, id: string): boolean {
  return includesId(record.productIds, id) && !includesId(record.wishlistProductIds, id);
}

function moveProduct(record: ShopperRecord, id: string, restId: RestId): ShopperRecord {
  const quantity = countQuantities(record.productIds).get(id) ?? 1;
  return setCartQuantity(removeFromList(record, id), restId, quantity);
}

function addToList(record: ShopperRecord, restId: RestId): ShopperRecord {
  return { ...record, wishlistProductIds: [...record.wishlistProductIds, restId] };
}

function removeFromList(record: ShopperRecord, id: string): ShopperRecord {
  return { ...record, wishlistProductIds: record.wishlistProductIds.filter((item) => String(item) !== id) };
}
