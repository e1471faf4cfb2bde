import { z } from 'zod';
import type { RestId } from '../domain/product.ts';
import { optionalText, percent, restId, text } from './fields.ts';

/** A coupon of requirements.md 3; `discount` in percent. */
export interface CouponRecord {
  id: string;
  restId: RestId;
  couponName: string;
  discount: number;
}

/** A slide of the home page. The image is a URL or path, as the host's record states it. */
export interface SlideRecord {
  id: string;
  title: string;
  thumbnailFile: string | null;
  link: string | null;
}

/** A marketing post. The image is a URL or path, as the host's record states it. */
export interface PostRecord {
  id: string;
  title: string;
  image: string | null;
  link: string | null;
}

/** A path of the shop or an HTTP URL. Other links, such as `javascript:`, are ignored. */
const link = optionalText
  .catch(null)
  .transform((value) => (value !== null && /^(https?:\/\/|\/(?![/\\]))/i.test(value) ? value : null));

const stringId = restId.transform(String);

/** A coupon of requirements.md 3. */
export const couponSchema = z
  .object({ id: restId, couponName: text, discount: percent })
  .transform((record): CouponRecord => ({ ...record, id: String(record.id), restId: record.id }));

/** A notification. Without an id (requirements.md 3) its text identifies it. */
export const notificationSchema = z
  .object({ id: stringId.optional().catch(undefined), notification: text })
  .transform(({ id, notification }) => ({ id: id ?? notification, notification }));

/** A slide. An invalid image or link is ignored. */
export const slideSchema = z.object({
  id: stringId,
  title: optionalText.transform((value) => value ?? ''),
  thumbnailFile: optionalText.catch(null),
  link,
});

/** A marketing post. An invalid image or link is ignored. */
export const postSchema = z.object({
  id: stringId,
  title: optionalText.transform((value) => value ?? ''),
  image: optionalText.catch(null),
  link,
});
