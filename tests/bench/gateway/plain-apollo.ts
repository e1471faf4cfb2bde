import { once } from 'node:events';
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { z } from 'zod';
import { makeProducts } from '../products.ts';

/**
 * The measure of speed: Apollo Server as its documents begin, over the gateway's products in memory,
 * with the fields that the benches ask for. Its resolvers do what they must: a category's products
 * stand ready, only prices are compared.
 */

const typeDefs = `
  type Query { products(filter: ProductFilter, first: Int = 20): ProductConnection! }
  input ProductFilter { categories: [String!] maxPrice: Float }
  type ProductConnection { totalCount: Int! nodes: [Product!]! pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Named { name: String! }
  type Product {
    id: ID! name: String! price: Float! mrp: Float discountPercent: Float available: Boolean!
    thumbnail: String isbn: String author: Named publisher: Named
  }
`;

const recordShape = z.object({
  id: z.number(),
  productName: z.string(),
  price: z.number(),
  mrp: z.number(),
  discount: z.number(),
  category: z.string(),
  publisher: z.string(),
  author: z.string(),
  thumbnailFile: z.string(),
  isbnId: z.string(),
  remainingQuantity: z.number(),
});
type Product = z.output<typeof recordShape>;

const [message] = await once(process, 'message');
const { products: count } = z.object({ products: z.int() }).parse(message);
const byCategory = new Map<string, Product[]>();
for (const made of makeProducts(count)) {
  const product = recordShape.parse(made);
  const known = byCategory.get(product.category) ?? [];
  byCategory.set(product.category, known);
  known.push(product);
}

interface ListArguments {
  filter?: { categories?: string[]; maxPrice?: number };
  first: number;
}

const server = new ApolloServer({
  typeDefs,
  resolvers: {
    Query: {
      products(_: unknown, { filter = {}, first }: ListArguments) {
        const { categories = [], maxPrice = Number.POSITIVE_INFINITY } = filter;
        const found = categories
          .flatMap((category) => byCategory.get(category) ?? [])
          .filter(({ price }) => price <= maxPrice);
        const nodes = found.slice(0, first);
        const endCursor = String(nodes.at(-1)?.id);
        return {
          totalCount: found.length,
          nodes,
          pageInfo: { hasNextPage: found.length > nodes.length, endCursor },
        };
      },
    },
    Product: {
      name: ({ productName }: Product) => productName,
      discountPercent: ({ discount }: Product) => discount,
      available: ({ remainingQuantity }: Product) => remainingQuantity > 0,
      thumbnail: ({ thumbnailFile }: Product) => thumbnailFile,
      isbn: ({ isbnId }: Product) => isbnId,
      author: ({ author }: Product) => ({ name: author }),
      publisher: ({ publisher }: Product) => ({ name: publisher }),
    },
  },
});
const { url } = await startStandaloneServer(server, { listen: { port: 0, host: '127.0.0.1' } });
process.send?.(url.replace(/\/$/, ''));
process.on('disconnect', () => process.exit(0));
