import { z } from 'zod';
import { productSchema } from './calls.ts';
import type { StartService } from './engines.ts';
import { importCatalogue } from './import-command.ts';
import { setUpService } from './service-setup.ts';

export const header =
  'id,productName,price,mrp,discount,category,language,publisher,author,status,thumbnailFile,pdfFile,productImages,remainingQuantity,isbnId,description';

const productsSchema = z.array(productSchema);

/** Starts a service for the tests of a `describe`. They import files into it and fetch its products. */
export function setUpImports(start: StartService) {
  const service = setUpService(start);
  const { createFile, fetchBody, getService } = service;
  const run = (args: string[]) => importCatalogue(args, getService().settings);
  return {
    ...service,
    /** Runs `catalogue import` with arguments. */
    run,
    /** Imports a new file with this content: a text, or records that are written as JSON. */
    importFile: async (name: string, content: string | object, ...args: string[]) => {
      const file = await createFile(name, typeof content === 'string' ? content : JSON.stringify(content));
      return run([file, ...args]);
    },
    fetchProducts: async () => productsSchema.parse(await fetchBody('GET /getallproducts')),
    fetchProduct: async (id: number) => productSchema.parse(await fetchBody(`GET /getproductbyid/${id}`)),
  };
}
