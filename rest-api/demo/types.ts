import type { CatalogueLists, NotificationRecord } from '../catalogue/list-records.ts';
import type { ProductRecord } from '../catalogue/product-record.ts';
import type { OrderLineRecord, OrderRecord } from '../orders/order-record.ts';
import type { UserRecord } from '../shoppers/user-record.ts';

/** Everything the embedded shop sells and shows. References between records are by name, as in REST. */
export interface DemoCatalogue extends CatalogueLists {
  readonly products: readonly ProductRecord[];
  readonly notifications: readonly NotificationRecord[];
}

/** A line of a past order: the product by its id, and what it was when it was sold. */
export interface DemoOrderLine extends Omit<OrderLineRecord, 'product'> {
  readonly productId: number;
}

/** A past order. It gets its number when it is stored. */
export interface DemoOrder extends Omit<OrderRecord, 'orderId' | 'dispatchedDate' | 'shipmentProducts'> {
  readonly shipmentProducts: readonly DemoOrderLine[];
}

/** A shopper one can sign in as. The password is meant to be printed at start. */
export interface DemoShopper
  extends Pick<
    UserRecord,
    'username' | 'email' | 'contact' | 'addresses' | 'productIds' | 'wishlistProductIds'
  > {
  readonly password: string;
  readonly orders: readonly DemoOrder[];
}
