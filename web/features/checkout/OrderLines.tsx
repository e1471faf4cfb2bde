import { useTranslation } from 'react-i18next';
import { QuantitySelector } from '#web/cart/QuantitySelector.tsx';
import { Cover } from '#web/catalogue/Cover.tsx';
import { formatRupees, scriptLanguage } from '#web/i18n/format.ts';
import type { QuoteFieldsFragment } from '#web/quote/QuoteFragment.generated.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './OrderLines.module.css';

export type QuoteLine = QuoteFieldsFragment['lines'][number];

interface OrderLinesProps {
  /** Undefined while they are priced. */
  lines: readonly QuoteLine[] | undefined;
  /** Sets a line's quantity; 0 leaves the book out. */
  onQuantity: (productId: string, quantity: number) => void;
  /** Whether any quantity can be chosen here, not only what is left. */
  selectable?: boolean;
  /** Whether a book may be left out: not when it is the only thing to buy. */
  removable: boolean;
}

/** What is to be ordered. A book of which there are not enough copies says so, and what can be done. */
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

function OrderLine({ line, onQuantity, selectable = false, removable }: OrderLineProps) {
  const { t } = useTranslation('checkout');
  const { product, quantity, unitPrice, lineTotal, available } = line;
  const { id, name } = product;
  const language = product.language?.name;
  const left = product.available ? (product.remainingQuantity ?? 0) : 0;
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
          <QuantitySelector quantity={quantity} name={name} onChange={(wanted) => onQuantity(id, wanted)} />
        )}
        {!available && (
          <div role="alert" className={styles.shortage}>
            <p>{t('lines.outOfStock')}</p>
            {left > 0 && (
              <button type="button" className="link" onClick={() => onQuantity(id, left)}>
                {t('lines.takeLeft', { count: left })}
              </button>
            )}
            {removable && (
              <button type="button" className="link" onClick={() => onQuantity(id, 0)}>
                {t('lines.leaveOut')}
              </button>
            )}
          </div>
        )}
      </div>
      <p className={styles.total}>{formatRupees(lineTotal)}</p>
    </li>
  );
}
