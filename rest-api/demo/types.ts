/** A demo product, in the field names of `GET /getallproducts` (spec.md 3 and 7). Amounts are rupees. */
export interface DemoProduct {
  readonly id: number;
  readonly productName: string;
  /** Rupees with at most two decimals: `mrp` less `discount` percent, to the paisa. */
  readonly price: number;
  readonly mrp: number;
  /** Percent, 0 to 100. */
  readonly discount: number;
  readonly category: string;
  readonly language: string;
  readonly publisher: string;
  readonly author: string;
  readonly status: ProductStatus;
  readonly thumbnailFile: string | null;
  readonly pdfFile: string | null;
  /** `image1`, `image2` …; empty when the book has no picture. */
  readonly productImages: Readonly<Record<string, string>>;
  readonly remainingQuantity: number | null;
  readonly isbnId: string | null;
  readonly description: string | null;
}

export type ProductStatus = 'Available' | 'Unavailable' | 'Not-Available';

export interface DemoCategory {
  readonly id: number;
  readonly categoryName: string;
  readonly thumbnail: string | null;
}

export interface DemoPublisher {
  readonly id: number;
  readonly publisherName: string;
  readonly thumbnailFile: string | null;
}

export interface DemoAuthor {
  readonly id: number;
  readonly authorName: string;
  readonly thumbnailFile: string | null;
}

export interface DemoLanguage {
  readonly id: number;
  readonly languageName: string;
}

export interface DemoCoupon {
  readonly id: number;
  readonly couponName: string;
  /** Percent of the item total. */
  readonly discount: number;
}

export interface DemoNotification {
  readonly id: number;
  readonly notification: string;
}

export interface DemoMarketingPost {
  readonly id: number;
  readonly title: string;
  readonly image: string;
  /** A path of the shop, not percent-encoded. */
  readonly link: string;
}

export interface DemoSlide {
  readonly id: number;
  readonly title: string;
  readonly thumbnailFile: string;
  /** A path of the shop, not percent-encoded. */
  readonly link: string;
}

/** Everything the embedded shop sells and shows. References between records are by name, as in REST. */
export interface DemoCatalogue {
  readonly products: readonly DemoProduct[];
  readonly categories: readonly DemoCategory[];
  readonly publishers: readonly DemoPublisher[];
  readonly authors: readonly DemoAuthor[];
  readonly languages: readonly DemoLanguage[];
  readonly coupons: readonly DemoCoupon[];
  readonly notifications: readonly DemoNotification[];
  readonly marketingPosts: readonly DemoMarketingPost[];
  readonly slides: readonly DemoSlide[];
}

export interface DemoAddress {
  readonly id: number;
  readonly address: string;
  readonly area: string;
  readonly city: string;
  readonly district: string;
  readonly state: string;
  readonly pincode: string;
  readonly landmark: string;
}

export interface DemoOrderLine {
  readonly productId: number;
  readonly productName: string;
  readonly quantity: number;
  /** Rupees for one copy. */
  readonly price: number;
}

/** A past order, in the field names of `GET /OrdersByUserEmail`. Amounts are rupees. */
export interface DemoOrder {
  readonly orderId: number;
  /** yyyy-mm-dd */
  readonly orderDate: string;
  /** Lines less the coupon plus shipping (spec.md 9). */
  readonly totalPrice: number;
  readonly status: string;
  readonly trackingNo: string | null;
  readonly address: string;
  readonly area: string;
  readonly landmark: string;
  readonly city: string;
  readonly district: string;
  readonly state: string;
  readonly pincode: string;
  readonly country: string;
  readonly shipmentCharges: number;
  readonly deliveryFee: number;
  readonly averageDeliveryTime: string;
  /** The coupon's id. */
  readonly coupon: number | null;
  readonly shipmentProducts: readonly DemoOrderLine[];
}

/** A shopper one can sign in as. The password is meant to be printed at start. */
export interface DemoShopper {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly contact: string;
  readonly password: string;
  readonly addresses: readonly DemoAddress[];
  /** The cart; a repeated id is a quantity. */
  readonly productIds: readonly number[];
  readonly wishlistProductIds: readonly number[];
  readonly orders: readonly DemoOrder[];
}
