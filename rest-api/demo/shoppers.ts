import type { AddressRecord, UserRecord } from '../shoppers/user-record.ts';
import { demoCatalogue } from './catalogue.ts';

/** A shopper to sign in as. The password is public: it is printed at startup. */
export interface DemoShopper
  extends Pick<
    UserRecord,
    'username' | 'email' | 'contact' | 'addresses' | 'productIds' | 'wishlistProductIds'
  > {
  readonly password: string;
  readonly orders: readonly DemoOrder[];
}

/** A past order. Its order number is generated when it is stored. */
export type DemoOrder = ReturnType<typeof createOrder>;

const home: AddressRecord = {
  id: 1,
  address: 'Flat 3, Demo House, 100 Example Lane',
  area: 'Sadashiv Peth',
  city: 'Pune',
  district: 'Pune',
  state: 'Maharashtra',
  pincode: '411030',
  landmark: 'Opposite the library',
};

const work: AddressRecord = {
  id: 2,
  address: 'Second Floor, Sample Chambers',
  area: 'Kothrud',
  city: 'Pune',
  district: 'Pune',
  state: 'Maharashtra',
  pincode: '411038',
  landmark: 'Next to the park',
};

const readersHome: AddressRecord = {
  id: 3,
  address: 'Row House 7, Placeholder Society',
  area: 'Deccan Gymkhana',
  city: 'Pune',
  district: 'Pune',
  state: 'Maharashtra',
  pincode: '411004',
  landmark: 'Near the river bridge',
};

/**
 * Two shoppers to sign in as: one with a cart, a wish list and orders, and one who has just registered. Names, numbers
 * and addresses are invented; example.com receives no e-mail (RFC 2606).
 */
export const demoShoppers: readonly DemoShopper[] = [
  {
    username: 'Demo Shopper',
    email: 'demo.shopper@example.com',
    contact: '9000000001',
    password: 'demo-shopper',
    addresses: [home, work],
    productIds: [
      findProductId('श्यामची आई'),
      findProductId('गोदान'),
      findProductId('गोदान'),
      findProductId('Gitanjali'),
      findProductId('बनगरवाडी'),
    ],
    wishlistProductIds: [findProductId('मृत्युंजय'), findProductId('मेघदूतम्'), findProductId('Kim')],
    orders: [
      createOrder(
        '2026-07-18',
        home,
        [
          ['ज्ञानेश्वरी', 1],
          ['मनाचे श्लोक', 2],
        ],
        {
          status: 'Delivered',
          trackingNo: 'DEMO0000000001',
        },
      ),
      createOrder(
        '2026-09-29',
        home,
        [
          ['Pride and Prejudice', 1],
          ['कामायनी', 1],
          ['पञ्चतन्त्रम्', 1],
        ],
        {
          status: 'Dispatched',
          trackingNo: 'DEMO0000000002',
          coupon: 2,
        },
      ),
      createOrder('2026-11-12', work, [['ययाति', 1]], { status: 'Paid', trackingNo: null }),
    ],
  },
  {
    username: 'Demo Reader',
    email: 'demo.reader@example.com',
    contact: '9000000002',
    password: 'demo-reader',
    addresses: [readersHome],
    productIds: [],
    wishlistProductIds: [],
    orders: [],
  },
];

interface OrderDetails {
  readonly status: string;
  readonly trackingNo: string | null;
  readonly coupon?: number;
}

/** Creates an order as the cart checkout would, with the amounts of requirements.md 9. */
function createOrder(
  orderDate: string,
  { address, area, landmark, city, district, state, pincode }: AddressRecord,
  books: readonly (readonly [title: string, quantity: number])[],
  { status, trackingNo, coupon }: OrderDetails,
) {
  const shipmentProducts = books.map(([title, quantity]) => createLine(title, quantity));
  const itemsPaise = shipmentProducts.reduce(
    (sum, { price, quantity }) => sum + Math.round(price * 100) * quantity,
    0,
  );
  const percent = demoCatalogue.coupons.find(({ id }) => id === coupon)?.discount ?? 0;
  const discountPaise = Math.round((itemsPaise * percent) / 100);
  return {
    orderDate,
    totalPrice: (itemsPaise - discountPaise) / 100,
    status,
    conductBy: 'Online',
    mode: 'Online',
    transactionMode: 'UPI',
    transactionStatus: 'Paid',
    trackingNo,
    // The gateway sends the area as part of the address.
    address: `${address}, ${area}`,
    area: '',
    landmark,
    city,
    district,
    state,
    pincode,
    country: 'India',
    // The demo shop delivers to Pune, where all of these addresses are, for free (web/shop/shop.json).
    shipmentCharges: 0,
    deliveryFee: 0,
    averageDeliveryTime: '5-6 days',
    coupon: coupon ?? null,
    shipmentProducts,
  };
}

function createLine(title: string, quantity: number) {
  const { id, productName, price } = findProduct(title);
  return { productId: id, productName, quantity, price };
}

function findProductId(title: string): number {
  return findProduct(title).id;
}

function findProduct(title: string) {
  const product = demoCatalogue.products.find(({ productName }) => productName === title);
  if (product === undefined) throw new Error(`No such book in the demo catalogue: ${title}`);
  return product;
}
