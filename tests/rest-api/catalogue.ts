import { z } from 'zod';
import { emptyProductFields } from '#rest-api/domain/product-fields.ts';
import { productSchema } from './calls.ts';
import records from './catalogue.json' with { type: 'json' };

/** The products of `catalogue.json`, as the service returns them. */
export const catalogue = z
  .array(productSchema)
  .parse(records.map((record) => ({ ...emptyProductFields, ...record })));
