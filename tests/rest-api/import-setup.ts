import { startDemo } from './engines.ts';
import { importCatalogue } from './import-command.ts';
import { setUpService } from './service-setup.ts';

/** The header of the CSV files. */
export const header =
  'id,productName,price,mrp,discount,category,language,publisher,author,status,thumbnailFile,pdfFile,productImages,remainingQuantity,isbnId,description';

/**
 * Starts a service with the demo catalogue for the tests of a `describe`. `run` executes `catalogue import` on it, with
 * the given arguments.
 */
export function setUpDemoService() {
  const service = setUpService(startDemo);
  return { ...service, run: (args: string[]) => importCatalogue(args, service.getService().settings) };
}
