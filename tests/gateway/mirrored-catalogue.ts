import { expect } from 'vitest';
import { z } from 'zod';
import type { SendOperation } from './graphql-call.ts';

const query = `query ProductChanges($since: String, $first: Int) {
  productChanges(since: $since, first: $first) {
    nodes { kind productId sku product { id sku name price available } }
    cursor
    hasMore
  }
}`;

const pageSchema = z.object({
  productChanges: z.object({
    nodes: z.array(
      z.object({
        kind: z.enum(['ADDED', 'CHANGED', 'WITHDRAWN']),
        productId: z.string(),
        sku: z.string(),
        product: z
          .object({
            id: z.string(),
            sku: z.string(),
            name: z.string(),
            price: z.number(),
            available: z.boolean(),
          })
          .nullable(),
      }),
    ),
    cursor: z.string(),
    hasMore: z.boolean(),
  }),
});

type Page = z.output<typeof pageSchema>['productChanges'];

/** A partner's copy of the catalogue, kept up to date with `productChanges` alone. */
export class MirroredCatalogue {
  /** Name, price and availability by SKU, as in `Book 1 101 available`. */
  readonly products = new Map<string, string>();
  cursor: string | null = null;

  /** Whether a gateway accepts the copy's cursor. */
  async isCursorAcceptedBy(graphql: SendOperation): Promise<boolean> {
    const { errors } = await graphql(query, { since: this.cursor, first: 1 });
    return errors.length === 0;
  }

  /** Requests one page and applies it. */
  async readPage(graphql: SendOperation, first = 100): Promise<Page> {
    const { data, errors } = await graphql(query, { since: this.cursor, first });
    expect(errors).toEqual([]);
    const { productChanges: page } = pageSchema.parse(data);
    for (const { kind, productId, sku, product } of page.nodes) {
      expect(product === null).toBe(kind === 'WITHDRAWN');
      if (product === null) this.products.delete(sku);
      else {
        expect([product.id, product.sku]).toEqual([productId, sku]);
        const { name, price, available } = product;
        this.products.set(sku, `${name} ${price} ${available ? 'available' : 'sold out'}`);
      }
    }
    this.cursor = page.cursor;
    return page;
  }

  /** Requests pages until there are no more changes. Returns the changes, as in `CHANGED 1`. */
  async sync(graphql: SendOperation, first = 100): Promise<string[]> {
    const changes: string[] = [];
    for (;;) {
      const { nodes, hasMore } = await this.readPage(graphql, first);
      changes.push(...nodes.map(({ kind, sku }) => `${kind} ${sku}`));
      if (!hasMore) return changes;
    }
  }
}
