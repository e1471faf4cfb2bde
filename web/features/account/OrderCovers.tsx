import { Cover } from '#web/catalogue/Cover.tsx';
import type { OrderFieldsFragment } from './Orders.generated.ts';
import styles from './OrdersSection.module.css';

const most = 3;

/** The covers of an order's first books, small, for the eye alone: the details name them. */
export function OrderCovers({ lines }: Pick<OrderFieldsFragment, 'lines'>) {
  return (
    <div className={styles.covers} aria-hidden="true">
      {lines.slice(0, most).map(({ product, productName }, place) => (
        // A title may stand in an order twice, and one no longer listed has no id.
        // biome-ignore lint/suspicious/noArrayIndexKey: an order's lines never change their places.
        <span key={place} className={styles.cover}>
          <Cover src={product?.thumbnail ?? product?.images[0]} name={productName} slot="lineItem" />
        </span>
      ))}
      {lines.length > most && <span className={styles.rest}>+{lines.length - most}</span>}
    </div>
  );
}
