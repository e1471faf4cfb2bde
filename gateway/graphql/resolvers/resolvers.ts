import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { CatalogueLoader } from '../../catalogue/sync/loader.ts';
import type { CartCommands } from '../../customers/cart.ts';
import type { WishlistCommands } from '../../customers/wishlist.ts';
import type { Resolvers } from '../../generated/resolvers.ts';
import type { CancelOrder } from '../../orders/cancel-order.ts';
import type { OrderService } from '../../orders/place-order.ts';
import { scalars } from '../scalars.ts';
import {
  type AccountUseCases,
  createLoginRegistrationAndContactMutations,
  createPasswordResetMutations,
  createProfileMutations,
  registerPayload,
} from './account.ts';
import {
  cartLine,
  createCartMutations,
  createCartResolvers,
  createWishlistMutations,
  createWishlistResolvers,
} from './cart.ts';
import {
  coupon,
  createCatalogueQueries,
  createContentQueries,
  marketingPost,
  notification,
  searchSuggestion,
  slide,
  slideTranslation,
} from './catalogue.ts';
import { createCheckoutMutations, createCheckoutQueries } from './checkout.ts';
import {
  collectionConnection,
  collectionInterface,
  createAuthorResolvers,
  createCollectionQueries,
  createCollectionResolvers,
} from './collection.ts';
import { connection, edge } from './connection.ts';
import { createNodeQueries, node } from './node.ts';
import { createProductResolvers, productChange, productConnection, productFacets } from './product.ts';
import {
  address,
  createShipmentLineResolvers,
  createUserResolvers,
  orderStep,
  shipment,
  userQueries,
} from './user.ts';

/** The sources that resolvers read, and the use cases that they call. */
export interface ResolverDependencies extends AccountUseCases {
  catalogue: Catalogue;
  loader: CatalogueLoader;
  cart: CartCommands;
  wishlist: WishlistCommands;
  orders: OrderService;
  cancelOrder: CancelOrder;
}

/**
 * Creates the resolvers of the fields that are not plain properties of their parent, and of the scalars, interfaces and
 * unions.
 */
export function createResolvers(dependencies: ResolverDependencies): Resolvers {
  const { catalogue, loader, cart, wishlist, orders, cancelOrder } = dependencies;
  const collection = createCollectionResolvers(catalogue);
  return {
    ...scalars,
    Node: node,
    Query: {
      ...createNodeQueries(catalogue, loader),
      ...createCatalogueQueries(catalogue),
      ...createCollectionQueries(catalogue),
      ...createContentQueries(loader),
      ...userQueries,
      ...createCheckoutQueries(orders),
    },
    Mutation: {
      ...createLoginRegistrationAndContactMutations(dependencies),
      ...createPasswordResetMutations(dependencies),
      ...createProfileMutations(dependencies),
      ...createCartMutations(cart),
      ...createWishlistMutations(wishlist),
      ...createCheckoutMutations(orders, cancelOrder),
    },
    Product: createProductResolvers(catalogue),
    ProductChange: productChange,
    ProductConnection: productConnection,
    ProductEdge: edge,
    ProductFacets: productFacets,
    SearchSuggestion: searchSuggestion,
    Category: collection,
    Publisher: collection,
    Author: { ...collection, ...createAuthorResolvers(catalogue) },
    Collection: collectionInterface,
    CollectionConnection: collectionConnection,
    CollectionEdge: edge,
    Language: collection,
    Coupon: coupon,
    Notification: notification,
    Slide: slide,
    SlideTranslation: slideTranslation,
    MarketingPost: marketingPost,
    RegisterPayload: registerPayload,
    User: createUserResolvers(orders),
    Address: address,
    Cart: createCartResolvers(catalogue),
    CartLine: cartLine,
    Wishlist: createWishlistResolvers(catalogue),
    WishlistItemConnection: connection,
    WishlistItemEdge: edge,
    ShipmentConnection: connection,
    ShipmentEdge: edge,
    Shipment: shipment,
    OrderStep: orderStep,
    ShipmentLine: createShipmentLineResolvers(catalogue),
  };
}
