import type { z } from 'zod';
import {
  authorSchema,
  categoryResponseSchema,
  categorySchema,
  couponSchema,
  languageSchema,
  notificationSchema,
  postSchema,
  productSchema,
  publisherSchema,
  slideSchema,
} from '#gateway/rest/catalogue-schema.ts';
import { orderSchema } from '#gateway/rest/order-schema.ts';
import { contactOwnerSchema, shopperSchema } from '#gateway/rest/shoppers.ts';

/**
 * The schemas with which the gateway reads the responses of a host, so that a record passes if and only if the gateway
 * accepts it. Amounts in the results are in paise.
 */
export {
  authorSchema as author,
  categoryResponseSchema as categoryResponse,
  categorySchema as category,
  contactOwnerSchema as contactOwner,
  couponSchema as coupon,
  languageSchema as language,
  notificationSchema as notification,
  orderSchema as order,
  postSchema as post,
  productSchema as product,
  publisherSchema as publisher,
  shopperSchema as user,
  slideSchema as slide,
};

export type Product = z.output<typeof productSchema>;
export type User = z.output<typeof shopperSchema>;
export type Order = z.output<typeof orderSchema>;

/** Returns the records that match a schema. */
export function parseValid<Schema extends z.ZodType>(
  schema: Schema,
  records: readonly unknown[],
): z.output<Schema>[] {
  return records.flatMap((record) => {
    const result = schema.safeParse(record);
    return result.success ? [result.data] : [];
  });
}
