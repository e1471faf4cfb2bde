import { z } from 'zod';
import { createRecord } from '../domain/create-record.ts';
import { tryParseJson } from '../domain/json.ts';
import { type CatalogueProduct, type Collection, createCollection, isOffered } from '../domain/product.ts';
import { getRestName, listFields, numberFields, textFields } from '../domain/product-fields.ts';
import { listTranslations } from '../domain/translation.ts';
import {
  amount,
  clampCount,
  lenientText,
  optionalAmount,
  optionalNumber,
  optionalPositiveInteger,
  optionalText,
  percent,
  restId,
  text,
  textOrEmpty,
} from './fields.ts';

/** `{ image1, image2, … }` in the order of their numbers. Hosts also send a list, JSON text or nothing. */
const images = z.preprocess(
  (value) => (typeof value === 'string' ? tryParseJson(value) : value),
  z
    .union([z.array(optionalText), z.record(z.string(), optionalText)])
    .nullish()
    .catch(null)
    .transform((value) => {
      if (value === null || value === undefined) return [];
      const list = Array.isArray(value)
        ? value
        : Object.entries(value)
            .sort(compareImageNumbers)
            .map(([, image]) => image);
      return list.filter((image) => image !== null);
    }),
);

const stock = optionalNumber
  .catch(null)
  .transform((copies) => (copies === null ? null : clampCount(copies, 0)));

/** A product of requirements.md 3, with the optional fields of `productFields`. */
export const productSchema = z
  .object({
    id: restId,
    productName: text,
    price: amount,
    discount: optionalNumber.catch(null),
    category: optionalText,
    language: optionalText,
    publisher: optionalText,
    author: optionalText,
    status: optionalText,
    productImages: images,
    ...createRecord(textFields.map(getRestName), () => lenientText),
    ...createRecord(listFields('amount').map(getRestName), () => optionalAmount.catch(null)),
    ...createRecord(listFields('stock').map(getRestName), () => stock),
    ...createRecord(listFields('integer').map(getRestName), () => optionalPositiveInteger),
    // The original shop's host misspells the field (requirements.md 3).
    discription: lenientText,
  })
  .transform((record): CatalogueProduct => {
    const status = record.status ?? 'Available';
    const texts = createRecord(textFields, (field) => record[getRestName(field)]);
    const numbers = createRecord(numberFields, (field) => record[getRestName(field)]);
    const { mrp, remainingQuantity } = numbers;
    return {
      id: String(record.id),
      restId: record.id,
      name: record.productName,
      price: record.price,
      discountPercent: computeDiscountPercent(record.discount, record.price, mrp),
      category: record.category,
      language: record.language,
      publisher: record.publisher,
      author: record.author,
      status,
      available: isOffered({ status }) && (remainingQuantity ?? 0) > 0,
      images: record.productImages,
      ...texts,
      ...numbers,
      description: texts.description ?? record.discription,
    };
  });

/** A category of requirements.md 3. As in the other collections, an invalid image is ignored. */
export const categorySchema = z
  .object({
    categoryName: text,
    thumbnail: lenientText,
    categoryNameEn: lenientText,
    categoryNameMr: lenientText,
    categoryNameHi: lenientText,
  })
  .transform(({ categoryName, thumbnail, ...record }): Collection => {
    const names = { en: record.categoryNameEn, mr: record.categoryNameMr, hi: record.categoryNameHi };
    return {
      ...createCollection('category', categoryName, thumbnail),
      translations: listTranslations(names, (name) => ({ name })),
    };
  });

export const publisherSchema = z
  .object({ publisherName: text, thumbnailFile: lenientText })
  .transform((record) => createCollection('publisher', record.publisherName, record.thumbnailFile));

export const authorSchema = z
  .object({ authorName: text, thumbnailFile: lenientText })
  .transform((record) => createCollection('author', record.authorName, record.thumbnailFile));

/** A language. Some hosts send an image for it, although requirements.md 3 lists none. */
export const languageSchema = z
  .object({ languageName: text, thumbnailFile: lenientText })
  .transform((record) => createCollection('language', record.languageName, record.thumbnailFile));

/** The response of `/CategoryByCategoryName`: a category or a list of one; null or an empty list if there is none. */
export const categoryResponseSchema = z.union([
  categorySchema,
  z.array(categorySchema).transform((list) => list[0] ?? null),
  z.null(),
]);

/** A path of the shop or an HTTP URL. Other links, such as `javascript:`, are ignored. */
const link = lenientText.transform((value) =>
  value !== null && /^(https?:\/\/|\/(?![/\\]))/i.test(value) ? value : null,
);

const stringId = restId.transform(String);

/** A coupon of requirements.md 3. */
export const couponSchema = z
  .object({ id: restId, couponName: text, discount: percent })
  .transform(({ id, couponName, discount }) => ({
    id: String(id),
    restId: id,
    name: couponName,
    percentOff: discount,
  }));

export type CouponRecord = z.output<typeof couponSchema>;

/** A notification. If it has no id (requirements.md 3), its text identifies it. */
export const notificationSchema = z
  .object({
    id: stringId.optional().catch(undefined),
    notification: text,
    notificationEn: lenientText,
    notificationMr: lenientText,
    notificationHi: lenientText,
  })
  .transform(({ id, notification, ...record }) => {
    const texts = { en: record.notificationEn, mr: record.notificationMr, hi: record.notificationHi };
    return {
      id: id ?? notification,
      text: notification,
      translations: listTranslations(texts, (translated) => ({ text: translated })),
    };
  });

export type NotificationRecord = z.output<typeof notificationSchema>;

const titleTranslations = { titleEn: lenientText, titleMr: lenientText, titleHi: lenientText };

/** A slide of the home page. Images are URLs or paths, as the host's record states them; invalid ones are ignored. */
export const slideSchema = z
  .object({
    id: stringId,
    title: textOrEmpty,
    thumbnailFile: lenientText,
    link,
    ...titleTranslations,
    thumbnailFileEn: lenientText,
    thumbnailFileMr: lenientText,
    thumbnailFileHi: lenientText,
  })
  .transform(({ id, title, link, thumbnailFile, ...record }) => {
    const slides = {
      en: createSlideTranslation(record.titleEn, record.thumbnailFileEn),
      mr: createSlideTranslation(record.titleMr, record.thumbnailFileMr),
      hi: createSlideTranslation(record.titleHi, record.thumbnailFileHi),
    };
    return {
      id,
      title,
      link,
      image: thumbnailFile,
      translations: listTranslations(slides, (translated) => translated),
    };
  });

export type SlideRecord = z.output<typeof slideSchema>;
export type SlideTranslationRecord = SlideRecord['translations'][number];

/** A marketing post. The image is a URL or path, as the host's record states it; an invalid one is ignored. */
export const postSchema = z
  .object({
    id: stringId,
    title: textOrEmpty,
    image: lenientText,
    link,
    ...titleTranslations,
  })
  .transform(({ id, title, image, link, ...record }) => {
    const titles = { en: record.titleEn, mr: record.titleMr, hi: record.titleHi };
    return {
      id,
      title,
      image,
      link,
      translations: listTranslations(titles, (translated) => ({ title: translated })),
    };
  });

export type PostRecord = z.output<typeof postSchema>;

function createSlideTranslation(title: string | null, image: string | null) {
  return title === null && image === null ? null : { title, image };
}

function computeDiscountPercent(discount: number | null, price: number, mrp: number | null): number {
  if (discount !== null) return percent.parse(discount);
  return mrp === null || mrp <= price ? 0 : Math.round(((mrp - price) / mrp) * 100);
}

function compareImageNumbers([one]: [string, unknown], [other]: [string, unknown]): number {
  return Number(/\d+/.exec(one)?.[0] ?? 0) - Number(/\d+/.exec(other)?.[0] ?? 0);
}
