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

/** A slide of the home page; its picture as the REST host refers to it. */
export interface SlideRecord {
  id: string;
  title: string;
  thumbnailFile: string | null;
  link: string | null;
}

/** A marketing post; its picture as the REST host refers to it. */
export interface PostRecord {
  id: string;
  title: string;
  image: string | null;
  link: string | null;
}

/** A path of the shop or a web address; anything else, such as `javascript:`, leads nowhere. */
const link = optionalText
  .catch(null)
  .transform((value) => (value !== null && /^(https?:\/\/|\/(?![/\\]))/i.test(value) ? value : null));

const ownId = restId.transform(String);

/** A coupon; its percentage is brought into 0 to 100. */
export const couponSchema = z
  .object({ id: restId, couponName: text, discount: percent })
  .transform((record): CouponRecord => ({ ...record, id: String(record.id), restId: record.id }));

/** Notifications may come without an id (requirements.md 3): their text then identifies them. */
export const notificationSchema = z
  .object({ id: ownId.optional().catch(undefined), notification: text })
  .transform(({ id, notification }) => ({ id: id ?? notification, notification }));

/** A slide; a bad picture or link costs itself alone. */
export const slideSchema = z.object({
  id: ownId,
  title: optionalText.transform((value) => value ?? ''),
  thumbnailFile: optionalText.catch(null),
  link,
});

/** A marketing post; a bad picture or link costs itself alone. */
export const postSchema = z.object({
  id: ownId,
  title: optionalText.transform((value) => value ?? ''),
  image: optionalText.catch(null),
  link,
});
