/** Records in the shape of the REST responses (requirements.md 3), for the lists that are returned without paging. */

export interface CategoryRecord {
  readonly id: number;
  readonly categoryName: string;
  readonly thumbnail: string | null;
}

export interface PublisherRecord {
  readonly id: number;
  readonly publisherName: string;
  readonly thumbnailFile: string | null;
}

export interface AuthorRecord {
  readonly id: number;
  readonly authorName: string;
  readonly thumbnailFile: string | null;
}

export interface LanguageRecord {
  readonly id: number;
  readonly languageName: string;
}

export interface CouponRecord {
  readonly id: number;
  readonly couponName: string;
  /** Percent of the item total. */
  readonly discount: number;
}

export interface MarketingPostRecord {
  readonly id: number;
  readonly title: string;
  readonly image: string;
  /** A path within the shop, not percent-encoded. */
  readonly link: string;
}

export interface SlideRecord {
  readonly id: number;
  readonly title: string;
  readonly thumbnailFile: string;
  /** A path within the shop, not percent-encoded. */
  readonly link: string;
}

export interface NotificationRecord {
  readonly id: number;
  readonly notification: string;
}

/** All lists except products, which are stored by id, and notifications, which depend on the date. */
export interface CatalogueLists {
  readonly categories: readonly CategoryRecord[];
  readonly publishers: readonly PublisherRecord[];
  readonly authors: readonly AuthorRecord[];
  readonly languages: readonly LanguageRecord[];
  readonly coupons: readonly CouponRecord[];
  readonly marketingPosts: readonly MarketingPostRecord[];
  readonly slides: readonly SlideRecord[];
}
