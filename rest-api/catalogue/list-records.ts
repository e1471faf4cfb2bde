import { z } from 'zod';

/** Schemas of the records in REST responses (requirements.md 3), except those of products, shoppers and orders. */

const id = z.int().meta({ examples: [1] });

const picture = z
  .string()
  .nullable()
  .meta({ description: 'URL or path of a picture', examples: ['/files/pictures/novels.svg'] });

const link = z.string().meta({
  description: 'A path within the shop, not percent-encoded, or a URL',
  examples: ['/category/Novel'],
});

/** The translation of a text; null if there is none. */
const translation = (example: string) =>
  z
    .string()
    .nullable()
    .meta({ examples: [example] });

export const categoryRecord = z
  .strictObject({
    id,
    categoryName: z.string().meta({ examples: ['Novel'] }),
    thumbnail: picture,
    categoryNameEn: translation('Novels'),
    categoryNameMr: translation('कादंबऱ्या'),
    categoryNameHi: translation('उपन्यास'),
  })
  .meta({ id: 'Category' });
export type CategoryRecord = Readonly<z.output<typeof categoryRecord>>;

const publisherRecord = z
  .strictObject({
    id,
    publisherName: z.string().meta({ examples: ['Pune Vidyarthi Griha Prakashan'] }),
    thumbnailFile: picture,
  })
  .meta({ id: 'Publisher' });

const authorRecord = z
  .strictObject({ id, authorName: z.string().meta({ examples: ['Premchand'] }), thumbnailFile: picture })
  .meta({ id: 'Author' });
export type AuthorRecord = Readonly<z.output<typeof authorRecord>>;

const languageRecord = z
  .strictObject({ id, languageName: z.string().meta({ examples: ['Marathi'] }) })
  .meta({ id: 'Language' });

const couponRecord = z
  .strictObject({
    id,
    couponName: z.string().meta({ examples: ['READMORE5'] }),
    discount: z.number().meta({ description: 'Percent of the item total', examples: [5] }),
  })
  .meta({ id: 'Coupon' });
export type CouponRecord = Readonly<z.output<typeof couponRecord>>;

const marketingPostRecord = z
  .strictObject({
    id,
    title: z.string().meta({ examples: ['New this month'] }),
    image: z
      .string()
      .meta({ description: 'URL or path of a picture', examples: ['/files/pictures/post.png'] }),
    link,
    titleEn: translation('New this month'),
    titleMr: translation('या महिन्यात नवीन'),
    titleHi: translation('इस महीने नया'),
  })
  .meta({ id: 'MarketingPost' });
export type MarketingPostRecord = Readonly<z.output<typeof marketingPostRecord>>;

const slidePicture = (code: 'en' | 'mr' | 'hi', language: string) =>
  z
    .string()
    .nullable()
    .meta({
      description: `URL or path of a picture with text in ${language}`,
      examples: [`/files/pictures/slide-${code}.png`],
    });

const slideRecord = z
  .strictObject({
    id,
    title: z.string().meta({ examples: ['Classics in Marathi'] }),
    thumbnailFile: z
      .string()
      .meta({ description: 'URL or path of a picture', examples: ['/files/pictures/slide.png'] }),
    link,
    titleEn: translation('Classics in Marathi'),
    titleMr: translation('मराठीतील अभिजात साहित्य'),
    titleHi: translation('मराठी का कालजयी साहित्य'),
    thumbnailFileEn: slidePicture('en', 'English'),
    thumbnailFileMr: slidePicture('mr', 'Marathi'),
    thumbnailFileHi: slidePicture('hi', 'Hindi'),
  })
  .meta({ id: 'Slide' });
export type SlideRecord = Readonly<z.output<typeof slideRecord>>;

/** Notifications are at the top of each page, where a longer text would cover too much of a phone's screen. */
export const maxNotificationLength = 280;

export const notificationRecord = z
  .strictObject({
    id,
    notification: z.string().meta({
      description: `The back office accepts at most ${maxNotificationLength} characters, in each language`,
      examples: ['The shop is closed on Sunday.'],
    }),
    notificationEn: translation('The shop is closed on Sunday.'),
    notificationMr: translation('रविवारी दुकान बंद असते.'),
    notificationHi: translation('रविवार को दुकान बंद रहती है।'),
  })
  .meta({ id: 'Notification' });
export type NotificationRecord = Readonly<z.output<typeof notificationRecord>>;

/**
 * The schemas of the records in each list. Products and notifications are not among them: a snapshot of the catalogue
 * holds products by id, and notifications depend on the date.
 */
export const catalogueListRecords = {
  categories: categoryRecord,
  publishers: publisherRecord,
  authors: authorRecord,
  languages: languageRecord,
  coupons: couponRecord,
  marketingPosts: marketingPostRecord,
  slides: slideRecord,
};

export type CatalogueLists = {
  readonly [List in keyof typeof catalogueListRecords]: readonly Readonly<
    z.output<(typeof catalogueListRecords)[List]>
  >[];
};
