import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** The shop's details that its e-mails contain. */
const shopDetails = z.object({
  name: z.string().trim().min(1),
  telephone: z.string(),
  /** The e-mail address that receives notifications for the shop. The signature of every e-mail contains it too. */
  email: z.email(),
});
export type ShopDetails = z.infer<typeof shopDetails>;

/** The file with the details of the demo shop, which the storefront reads too. */
export const defaultShopFile = fileURLToPath(new URL('../web/shop/shop.json', import.meta.url));

/** Reads a shop settings file. @throws {Error} that says what is wrong with it. */
export function readShopDetails(file: string): ShopDetails {
  // Some editors for Windows begin a file with a byte order mark.
  const content = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  const result = shopDetails.safeParse(JSON.parse(content));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Error(`${issue?.path.join('.')}: ${issue?.message}`);
}
