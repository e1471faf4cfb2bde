import { Cover } from '#web/catalogue/Cover.tsx';
import type { OrderFieldsFragment } from './Orders.generated.ts';
import styles from './OrdersSection.module.css';

const maxCovers = 3;

/** Small covers of the first products of an order. Decorative: the order's details name the products. */
export function OrderCovers({ lines }: Pick<OrderFieldsFragment, 'lines'>) {
  return (
    <div className={styles.covers} aria-hidden="true">
      {lines.slice(0, maxCovers).map(({ product, productName }, place) => (
        // An order may contain a title twice, and a product that is no longer listed has no id.
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never change.
        <span key={place} className={styles.cover}>
          <Cover src={product?.thumbnail ?? product?.images[0]} name={productName} slot="lineItem" />
        </span>
      ))}
      {lines.length > maxCovers && <span className={styles.rest}>+{lines.length - maxCovers}</span>}
    </div>
  );
}
