import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Cover } from '#web/catalogue/Cover.tsx';
import { productPath } from '#web/catalogue/ProductCard.tsx';
import { formatRupees, scriptLanguage } from '#web/i18n/format.ts';
import { OrderAgainButton } from './OrderAgainButton.tsx';
import { OrderFacts } from './OrderCard.tsx';
import styles from './OrderDetails.module.css';
import type { OrderFieldsFragment } from './Orders.generated.ts';
import { orderAmounts } from './order-amounts.ts';

interface OrderDetailsProps {
  order: OrderFieldsFragment;
  /** Called when a link or 'Order again' leaves the dialog. */
  onLeave: () => void;
}

/** An order's lines, amounts, address, status and tracking (requirements.md 2.9). */
export function OrderDetails({ order, onLeave }: OrderDetailsProps) {
  const { t } = useTranslation('account');
  return (
    <div className={styles.details}>
      <OrderFacts order={order} />
      <section>
        <h3 className={styles.title}>{t('orders.lines')}</h3>
        <ul>
          {order.lines.map((line, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never change.
            <li key={place} className={styles.line}>
              <OrderLine line={line} onLeave={onLeave} />
            </li>
          ))}
        </ul>
      </section>
      <OrderSum order={order} />
      <section>
        <h3 className={styles.title}>{t('orders.deliverTo')}</h3>
        <address className={styles.address}>{order.address}</address>
      </section>
      <OrderAgainButton order={order} onPress={onLeave} />
    </div>
  );
}

function OrderLine({ line, onLeave }: { line: OrderFieldsFragment['lines'][number]; onLeave: () => void }) {
  const { t } = useTranslation('account');
  const { product, productName, quantity, unitPrice } = line;
  return (
    <>
      <span className={styles.cover} aria-hidden="true">
        <Cover src={product?.thumbnail ?? product?.images[0]} name={productName} slot="lineItem" />
      </span>
      <div className={styles.words}>
        <p lang={scriptLanguage(productName)} className={styles.name}>
          {product == null ? (
            productName
          ) : (
            <Link to={productPath(product.sku)} className={styles.link} onClick={onLeave}>
              {productName}
            </Link>
          )}
        </p>
        <p className="muted">
          {unitPrice == null
            ? t('orders.copies', { count: quantity })
            : t('orders.quantity', { count: quantity, price: formatRupees(unitPrice) })}
        </p>
        {product == null && <p className="muted">{t('orders.noLongerListed')}</p>}
      </div>
      {unitPrice != null && (
        <p className={styles.amount}>{formatRupees((Math.round(unitPrice * 100) * quantity) / 100)}</p>
      )}
    </>
  );
}

function OrderSum({ order }: { order: OrderFieldsFragment }) {
  const { t } = useTranslation('account');
  const { itemTotal, discount, shipping, deliveryFee, total } = orderAmounts(order);
  const rows = [
    { name: t('orders.itemTotal'), amount: itemTotal },
    { name: t('orders.discount'), amount: discount === null ? null : -discount },
    { name: t('orders.shipping'), amount: shipping },
    { name: t('orders.deliveryFee'), amount: deliveryFee },
  ];
  return (
    <section>
      <h3 className={styles.title}>{t('orders.amounts')}</h3>
      <dl className={styles.sum}>
        {rows.map(
          ({ name, amount }) =>
            amount !== null && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{formatRupees(amount)}</dd>
              </div>
            ),
        )}
        <div className={styles.total}>
          <dt>{t('orders.total')}</dt>
          <dd>{formatRupees(total)}</dd>
        </div>
      </dl>
    </section>
  );
}
