import type { CatalogueLists, NotificationRecord } from '../catalogue/list-records.ts';
import type { ProductRecord } from '../catalogue/product-record.ts';
import type { OrderLineRecord, OrderRecord } from '../orders/order-record.ts';
import type { UserRecord } from '../shoppers/user-record.ts';

/** The catalogue and home page of the demo. Records refer to each other by name, as in the REST API. */
export interface DemoCatalogue extends CatalogueLists {
  readonly products: readonly ProductRecord[];
  readonly notifications: readonly NotificationRecord[];
}

/** A line of a past order. It refers to the product by id. */
export interface DemoOrderLine extends Omit<OrderLineRecord, 'product'> {
  readonly productId: number;
}

/** A past order. Its order number is generated when it is stored. */
export interface DemoOrder
  extends Omit<
    OrderRecord,
    | 'orderId'
    | 'userName'
    | 'userMobile'
    | 'couponName'
    | 'dispatchedDate'
    | 'trackingUrl'
    | 'cancellable'
    | 'statusHistory'
    | 'shipmentProducts'
  > {
  readonly conductBy: string;
  readonly transactionMode: string;
  readonly transactionStatus: string;
  readonly shipmentProducts: readonly DemoOrderLine[];
}

/** A shopper to sign in as. The password is public: it is printed at startup. */
export interface DemoShopper
  extends Pick<
    UserRecord,
    'username' | 'email' | 'contact' | 'addresses' | 'productIds' | 'wishlistProductIds'
  > {
  readonly password: string;
  readonly orders: readonly DemoOrder[];
}
