import { once } from 'node:events';
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { z } from 'zod';
import { generateProducts } from '../products.ts';

/**
 * The reference for uncached lists: Apollo Server as in its getting-started guide, over the same products in memory,
 * with the fields of the benchmark's query. Products are indexed by category, so the resolvers only compare prices.
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

const productSchema = z.object({
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
type Product = z.output<typeof productSchema>;

const [message] = await once(process, 'message');
const { products: count } = z.object({ products: z.int() }).parse(message);
const productsByCategory = Map.groupBy(
  generateProducts(count).map((product) => productSchema.parse(product)),
  ({ category }) => category,
);

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
          .flatMap((category) => productsByCategory.get(category) ?? [])
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
