import { once } from 'node:events';
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { jwtVerify } from 'jose';
import { z } from 'zod';
import { type GeneratedProduct, generateProducts } from '../products.ts';

/**
 * The reference for the gateway: Apollo Server as in its documentation, with the types of the benchmark's queries.
 * Lists are made from products in memory, grouped by category, so the resolver only compares prices. The context verifies
 * the shopper's token. The field `user` fetches the shopper's record, and the products in the cart, from the REST host.
 */

const typeDefs = `
  type Query { products(filter: ProductFilter, search: String, first: Int = 20): ProductConnection! user: User }
  input ProductFilter { categories: [String!] minPrice: Float maxPrice: Float }
  type ProductConnection { totalCount: Int! nodes: [Product!]! pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Collection { name: String! }
  type Product {
    id: ID! name: String! price: Float! mrp: Float discountPercent: Float available: Boolean!
    thumbnail: String isbn: String author: Collection publisher: Collection
  }
  type User { id: ID! username: String! email: String! contact: String! addresses: [Address!]! cart: Cart! }
  type Address {
    id: ID! address: String! area: String! city: String! district: String! state: String! pincode: String!
    landmark: String!
  }
  type Cart { unitCount: Int! lines: [CartLine!]! }
  type CartLine { quantity: Int! product: Product! }
`;

const inputSchema = z.object({
  products: z.int(),
  restApiUrl: z.string().default(''),
  /** The secret with which the tokens were signed. */
  secret: z.string().default(''),
});
const userSchema = z.looseObject({ productIds: z.array(z.number()) });
type User = z.output<typeof userSchema>;

const [message] = await once(process, 'message');
const { products: count, restApiUrl, secret } = inputSchema.parse(message);
const productsByCategory = Map.groupBy(generateProducts(count), ({ category }) => category);
const key = new TextEncoder().encode(secret);

async function fetchJson(path: string): Promise<unknown> {
  return (await fetch(restApiUrl + path)).json();
}

interface Context {
  /** The id of the signed-in shopper. */
  userId: string | undefined;
}

interface ListArguments {
  filter?: { categories?: string[]; minPrice?: number; maxPrice?: number };
  first: number;
}

const server = new ApolloServer<Context>({
  typeDefs,
  resolvers: {
    Query: {
      products(_: unknown, { filter = {}, first }: ListArguments) {
        const { categories = [], minPrice = 0, maxPrice = Number.POSITIVE_INFINITY } = filter;
        const matches = categories
          .flatMap((category) => productsByCategory.get(category) ?? [])
          .filter(({ price }) => price >= minPrice && price <= maxPrice);
        const nodes = matches.slice(0, first);
        const endCursor = String(nodes.at(-1)?.id);
        return {
          totalCount: matches.length,
          nodes,
          pageInfo: { hasNextPage: matches.length > nodes.length, endCursor },
        };
      },
      async user(_: unknown, __: unknown, { userId }: Context) {
        if (userId === undefined) return null;
        return userSchema.parse(await fetchJson(`/getUserById/${userId}`));
      },
    },
    Product: {
      name: ({ productName }: GeneratedProduct) => productName,
      discountPercent: ({ discount }: GeneratedProduct) => discount,
      available: ({ remainingQuantity }: GeneratedProduct) => remainingQuantity > 0,
      thumbnail: ({ thumbnailFile }: GeneratedProduct) => thumbnailFile,
      isbn: ({ isbnId }: GeneratedProduct) => isbnId,
      author: ({ author }: GeneratedProduct) => ({ name: author }),
      publisher: ({ publisher }: GeneratedProduct) => ({ name: publisher }),
    },
    User: {
      cart: ({ productIds }: User) => ({ productIds, unitCount: productIds.length }),
    },
    Cart: {
      lines: ({ productIds }: User) =>
        [...new Set(productIds)].map((productId) => ({
          quantity: productIds.filter((id) => id === productId).length,
          product: fetchJson(`/getproductbyid/${productId}`),
        })),
    },
  },
});
const { url } = await startStandaloneServer(server, {
  listen: { port: 0, host: '127.0.0.1' },
  async context({ req }) {
    const token = req.headers.authorization?.replace('Bearer ', '');
    if (token === undefined) return { userId: undefined };
    const { payload } = await jwtVerify(token, key);
    return { userId: payload.sub };
  },
});
process.send?.(url.replace(/\/$/, ''));
process.on('disconnect', () => process.exit(0));
