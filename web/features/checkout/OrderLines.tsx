import { useTranslation } from 'react-i18next';
import { QuantitySelector } from '#web/cart/QuantitySelector.tsx';
import { Cover } from '#web/catalogue/Cover.tsx';
import { formatRupees, scriptLanguage } from '#web/i18n/format.ts';
import type { Quote } from '#web/quote/use-quote.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './OrderLines.module.css';

export type QuoteLine = Quote['lines'][number];

interface OrderLinesProps {
  /** Undefined while the quote is loading. */
  lines: readonly QuoteLine[] | undefined;
  /** Sets a line's quantity; 0 removes the product from the order. */
  onQuantityChange: (productId: string, quantity: number) => void;
  /** Whether the shopper can choose the quantity. */
  selectable?: boolean;
  /** Whether products can be removed. False if there is only one. */
  removable: boolean;
}

/** The products to order. One with too little stock offers to order the rest or to remove it. */
export function OrderLines({ lines, ...rest }: OrderLinesProps) {
  const { t } = useTranslation('checkout');
  return (
    <section aria-label={t('lines.title')}>
      <h2 className={styles.title}>{t('lines.title')}</h2>
      {lines === undefined ? (
        <Skeleton height="6rem" />
      ) : (
        <ul className={styles.lines}>
          {lines.map((line) => (
            <OrderLine key={line.product.id} line={line} {...rest} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface OrderLineProps extends Omit<OrderLinesProps, 'lines'> {
  line: QuoteLine;
}

function OrderLine({ line, onQuantityChange, selectable = false, removable }: OrderLineProps) {
  const { t } = useTranslation('checkout');
  const { product, quantity, unitPrice, lineTotal, available } = line;
  const { id, name } = product;
  const language = product.language?.name;
  const stock = product.available ? (product.remainingQuantity ?? 0) : 0;
  return (
    <li className={styles.line}>
      <div className={styles.cover}>
        <Cover src={product.images[0] ?? product.thumbnail} name={name} language={language} slot="lineItem" />
      </div>
      <div>
        <h3 className={styles.name} lang={scriptLanguage(name, language)}>
          {name}
        </h3>
        {product.author != null && (
          <p className={`two-lines ${styles.detail}`} lang={scriptLanguage(product.author.name, language)}>
            {product.author.name}
          </p>
        )}
        <p className={styles.detail}>
          {t('lines.copies', { count: quantity, price: formatRupees(unitPrice) })}
        </p>
        {selectable && (
          <QuantitySelector quantity={quantity} name={name} onChange={(next) => onQuantityChange(id, next)} />
        )}
        {!available && (
          <div role="alert" className={styles.shortage}>
            <p>{t('lines.outOfStock')}</p>
            {stock > 0 && (
              <button type="button" className="link" onClick={() => onQuantityChange(id, stock)}>
                {t('lines.orderRemaining', { count: stock })}
              </button>
            )}
            {removable && (
              <button type="button" className="link" onClick={() => onQuantityChange(id, 0)}>
                {t('lines.remove')}
              </button>
            )}
          </div>
        )}
      </div>
      <p className={styles.total}>{formatRupees(lineTotal)}</p>
    </li>
  );
}
