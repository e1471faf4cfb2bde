import { createClientError } from './errors.ts';

/** The types that implement `Node`. */
const nodeTypes = [
  'Product',
  'Category',
  'Publisher',
  'Author',
  'Language',
  'Coupon',
  'Notification',
  'Slide',
  'MarketingPost',
  'User',
  'Address',
  'Cart',
  'CartLine',
  'Wishlist',
  'Shipment',
] as const;

export type NodeType = (typeof nodeTypes)[number];

/** The parts of an id. The key identifies the object among those of its type; in most cases, it is the REST id. */
export interface NodeKey {
  type: NodeType;
  key: string;
}

const idsByObject = new WeakMap<object, string>();

/** Encodes a global id: base64url of `Type:key`. */
export function encodeId(type: NodeType, key: string | number): string {
  return Buffer.from(`${type}:${key}`).toString('base64url');
}

/** The id of an object of the catalogue, encoded once per object, since many lists contain the same objects. */
export function getCatalogueId(type: NodeType, object: object, key: string): string {
  const cached = idsByObject.get(object);
  if (cached !== undefined) return cached;
  const id = encodeId(type, key);
  idsByObject.set(object, id);
  return id;
}

/** Decodes a global id; null for any other text. */
export function decodeId(id: string): NodeKey | null {
  const text = Buffer.from(id, 'base64url').toString();
  const separator = text.indexOf(':');
  const type = nodeTypes.find((name) => name === text.slice(0, separator));
  const key = text.slice(separator + 1);
  // Decoding ignores invalid characters, so only a text that encodes back to itself is an id.
  return type === undefined || encodeId(type, key) !== id ? null : { type, key };
}

/**
 * The key of an object that an argument or input field identifies.
 *
 * @param id a global id, or a REST id, as clients of schema version 0 send it. REST ids are accepted until
 * 2027-06-01.
 * @throws {GraphQLError} `BAD_USER_INPUT` for the id of an object of another type.
 */
export function readKey(expected: NodeType, id: string, argument: string): string {
  const decoded = decodeId(id);
  if (decoded === null) return id;
  if (decoded.type === expected) return decoded.key;
  throw createClientError(
    `The id in '${argument}' is of type ${decoded.type}: give an id of type ${expected}.`,
  );
}
