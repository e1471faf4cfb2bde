import type { Resolvers } from '../../generated/resolvers.ts';
import { rupees } from '../scalars.ts';
import { cartMutations } from './cart.ts';
import { catalogueQueries, searchSuggestion } from './catalogue.ts';
import { checkoutMutations, checkoutQueries } from './checkout.ts';
import { collection, collectionConnection, collectionEdge, collectionQueries } from './collection.ts';
import { contactMutations } from './contact.ts';
import { contentQueries, marketingPost, slide } from './content.ts';
import { passwordResetMutations } from './password-reset.ts';
import { product, productConnection, productEdge, productFacets } from './product.ts';
import { profileMutations } from './profile.ts';
import { registrationMutations } from './registration.ts';
import { sessionMutations } from './session.ts';
import {
  address,
  cart,
  shipmentConnection,
  shipmentEdge,
  shipmentLine,
  user,
  userQueries,
  wishlist,
} from './user.ts';
import { wishlistMutations } from './wishlist.ts';

/** Resolvers of the fields that are not plain properties of their parent. */
export const resolvers: Resolvers = {
  Rupees: rupees,
  Query: { ...catalogueQueries, ...collectionQueries, ...contentQueries, ...userQueries, ...checkoutQueries },
  Mutation: {
    ...registrationMutations,
    ...sessionMutations,
    ...passwordResetMutations,
    ...profileMutations,
    ...cartMutations,
    ...wishlistMutations,
    ...checkoutMutations,
    ...contactMutations,
  },
  Product: product,
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
  User: user,
  Address: address,
  Cart: cart,
  Wishlist: wishlist,
  ShipmentConnection: shipmentConnection,
  ShipmentEdge: shipmentEdge,
  ShipmentLine: shipmentLine,
};
