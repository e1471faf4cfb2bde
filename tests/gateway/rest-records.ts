import { createRecord } from '#gateway/domain/create-record.ts';
import { getRestName, listFields } from '#gateway/domain/product-fields.ts';

/** A JSON object. */
export type Fields = Record<string, unknown>;

/** A shopper's record on the host. */
export interface HostShopper extends Fields {
  id: number;
  username: string;
  email: string;
  contact: string;
  addresses: Fields[];
  productIds: number[];
  wishlistProductIds: number[];
}

/** An address as a shopper enters it. */
export const newAddress = {
  address: '12 Laxmi Road',
  area: 'Sadashiv Peth',
  city: 'Pune',
  district: 'Pune',
  state: 'Maharashtra',
  pincode: '412105',
  landmark: 'Near the temple',
};

/** The only address of shopper 7. */
export const homeAddress = { id: 11, ...newAddress, address: '7 Tilak Road' };

/** Creates a product record with the fields in requirements.md 3. */
export function createProductRecord(id: number, fields: Fields = {}): Fields {
  return {
    id,
    productName: `Book ${id}`,
    price: 100 + id,
    mrp: 200 + id,
    discount: 10,
    category: 'Novels',
    language: 'English',
    publisher: 'River House',
    author: 'A. Writer',
    status: 'Available',
    thumbnailFile: `/files/covers/${id}.svg`,
    pdfFile: null,
    productImages: { image1: `/files/covers/${id}.svg` },
    remainingQuantity: 20,
    isbnId: null,
    description: null,
    ...fields,
  };
}

/** Creates an order of shopper 7 with some of the optional fields in docs/rest-api.md. */
export function createOrderRecord(fields: Fields = {}): Fields {
  return {
    userEmail: 'reader@shop.example',
    orderId: 'ORD-CANCELLABLE',
    orderDate: '2026-11-20',
    totalPrice: 111,
    status: 'Placed',
    statusHistory: [{ status: 'Placed', changedAt: '2026-11-20T09:30:00.000Z', reason: null }],
    cancellable: true,
    trackingUrl: null,
    shipmentProducts: [{ productId: 1, productName: 'Book 1', quantity: 1, price: 101 }],
    ...fields,
  };
}

/** Creates a product record with a demo PDF and a value for each optional text and integer field. */
export function createCompleteProductRecord(id: number): Fields {
  return createProductRecord(id, {
    ...createRecord(listFields('text').map(getRestName), (name) => `The ${name}`),
    ...createRecord(listFields('integer').map(getRestName), () => id),
    pdfFile: `/files/samples/${id}.pdf`,
  });
}

/** Shopper 7 with an empty cart, and shopper 8, whose data shopper 7 must never see. */
export function createShopperRecords(): HostShopper[] {
  return [
    {
      id: 7,
      username: 'Reader',
      email: 'reader@shop.example',
      contact: '9000000001',
      addresses: [homeAddress],
      productIds: [],
      wishlistProductIds: [],
      // A field that the gateway doesn't know and must preserve.
      loyaltyCard: { number: 'L-1' },
    },
    {
      id: 8,
      username: 'Other',
      email: 'other@shop.example',
      contact: '9000000002',
      addresses: [{ ...homeAddress, id: 12 }],
      productIds: [2],
      wishlistProductIds: [3],
    },
  ];
}
