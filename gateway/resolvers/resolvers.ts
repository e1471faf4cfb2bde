import type { Resolvers } from '../generated/resolvers.ts';
import { rupees } from '../graphql/scalars.ts';
import { catalogueQueries, searchSuggestion } from './catalogue.ts';
import { contentQueries, marketingPost, slide } from './content.ts';
import { product, productConnection, productEdge } from './product.ts';
import { sessionMutations } from './session.ts';
import { shelf } from './shelf.ts';
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

/** Every field of the schema that is more than a property of what its parent was handed. */
export const resolvers: Resolvers = {
  Rupees: rupees,
  Query: { ...catalogueQueries, ...contentQueries, ...userQueries },
  Mutation: { ...sessionMutations },
  Product: product,
  ProductConnection: productConnection,
  ProductEdge: productEdge,
  SearchSuggestion: searchSuggestion,
  Category: shelf,
  Publisher: shelf,
  Author: shelf,
  Language: shelf,
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
