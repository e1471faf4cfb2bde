import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** The shop's details that its e-mails contain. */
const shopDetails = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .max(200, 'must have at most 200 characters')
    .regex(/^\P{Cc}*$/u, 'must not contain line breaks or other control characters'),
  telephone: z.string(),
  /** The e-mail address that receives notifications for the shop. The signature of every e-mail contains it too. */
  email: z.email(),
});
export type ShopDetails = z.infer<typeof shopDetails>;

/** The file with the details of the demo shop, which the storefront reads too. */
export const defaultShopFile = fileURLToPath(new URL('../web/shop/shop.json', import.meta.url));

/** Reads a shop settings file. @throws {Error} that says what is wrong with it. */
export function readShopDetails(file: string): ShopDetails {
  const bytes = readFileSync(file);
  // Decoding would silently replace the invalid bytes.
  if (!isUtf8(bytes)) throw new Error('contains bytes that are not UTF-8; save the file as UTF-8');
  // Some editors for Windows begin a file with a byte order mark.
  const content = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const result = shopDetails.safeParse(JSON.parse(content));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Error(`${issue?.path.join('.')}: ${issue?.message}`);
}
