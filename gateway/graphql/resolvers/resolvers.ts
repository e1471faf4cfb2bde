import type { Resolvers } from '../../generated/resolvers.ts';
import type { GatewayServices } from '../context.ts';
import { rupees } from '../scalars.ts';
import { createCartMutations } from './cart.ts';
import { createCatalogueQueries, searchSuggestion } from './catalogue.ts';
import { createCheckoutMutations, createCheckoutQueries } from './checkout.ts';
import {
  collectionConnection,
  collectionEdge,
  createCollectionQueries,
  createCollectionResolvers,
} from './collection.ts';
import { createContactMutations } from './contact.ts';
import { createContentQueries, marketingPost, slide } from './content.ts';
import { createPasswordResetMutations } from './password-reset.ts';
import { createProductResolvers, productConnection, productEdge, productFacets } from './product.ts';
import { createProfileMutations } from './profile.ts';
import { createRegistrationMutations } from './registration.ts';
import { createSessionMutations } from './session.ts';
import {
  address,
  createCartResolvers,
  createShipmentLineResolvers,
  createUserResolvers,
  createWishlistResolvers,
  shipmentConnection,
  shipmentEdge,
  userQueries,
} from './user.ts';
import { createWishlistMutations } from './wishlist.ts';

/** Creates the resolvers of the fields that are not plain properties of their parent. */
export function createResolvers(services: GatewayServices): Resolvers {
  const { catalogue, loader, orders } = services;
  const collection = createCollectionResolvers(catalogue);
  return {
    Rupees: rupees,
    Query: {
      ...createCatalogueQueries(catalogue),
      ...createCollectionQueries(catalogue),
      ...createContentQueries(loader),
      ...userQueries,
      ...createCheckoutQueries(services),
    },
    Mutation: {
      ...createRegistrationMutations(services),
      ...createSessionMutations(services),
      ...createPasswordResetMutations(services),
      ...createProfileMutations(services),
      ...createCartMutations(services),
      ...createWishlistMutations(services),
      ...createCheckoutMutations(services),
      ...createContactMutations(services),
    },
    Product: createProductResolvers(catalogue),
    ProductConnection: productConnection,
    ProductEdge: productEdge,
    ProductFacets: productFacets,
    SearchSuggestion: searchSuggestion,
    Category: collection,
    Publisher: collection,
    Author: collection,
    CategoryConnection: collectionConnection,
    CategoryEdge: collectionEdge,
    PublisherConnection: collectionConnection,
    PublisherEdge: collectionEdge,
    AuthorConnection: collectionConnection,
    AuthorEdge: collectionEdge,
    Language: collection,
    Slide: slide,
    MarketingPost: marketingPost,
    User: createUserResolvers(orders),
    Address: address,
    Cart: createCartResolvers(catalogue),
    Wishlist: createWishlistResolvers(catalogue),
    ShipmentConnection: shipmentConnection,
    ShipmentEdge: shipmentEdge,
    ShipmentLine: createShipmentLineResolvers(catalogue),
  };
}
