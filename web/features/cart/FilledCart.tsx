import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CouponChooser } from '#web/quote/CouponChooser.tsx';
import type { QuoteFieldsFragment } from '#web/quote/QuoteFragment.generated.ts';
import { useQuote } from '#web/quote/use-quote.ts';
import styles from './Cart.module.css';
import { CartLineRow } from './CartLineRow.tsx';
import { CartSummary } from './CartSummary.tsx';
import type { CartLine } from './cart-line.ts';
import { focusAfterConfirm } from './focus-after-confirm.ts';
import { SelectAll } from './SelectAll.tsx';
import { useCartSelection } from './use-cart-selection.ts';
import { useLineChanges } from './use-line-changes.ts';

/** Rows, coupons and summary of a cart that is not empty. */
export function FilledCart({ lines }: { lines: readonly CartLine[] }) {
  const { t } = useTranslation('cart');
  const heading = useRef<HTMLHeadingElement>(null);
  const { chosen, isChosen, choose, chooseAll, couponId, chooseCoupon } = useCartSelection(lines);
  const priced = useQuote({ source: 'CART', lines: chosen, couponId });
  const { changeQuantity, remove } = useLineChanges();
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={styles.heading}>
        {t('title')}
      </h1>
      <div className={styles.columns}>
        <section aria-label={t('lines')}>
          <SelectAll
            count={chosen.length}
            total={lines.filter(({ available }) => available).length}
            onChange={chooseAll}
          />
          <ul className={styles.lines}>
            {lines.map((line) => (
              <CartLineRow
                key={line.id}
                line={line}
                chosen={isChosen(line)}
                left={copiesLeft(line, priced.quote)}
                onChoose={(wanted) => choose(line, wanted)}
                onQuantity={(quantity) => void changeQuantity(line, quantity)}
                // The row with the focus goes away; the reader goes on from the heading.
                onRemove={() => void remove(line, () => focusAfterConfirm(heading.current))}
              />
            ))}
          </ul>
        </section>
        <div className={styles.side}>
          <CouponChooser chosen={couponId} onChoose={chooseCoupon} />
          <CartSummary lines={chosen} couponId={couponId} priced={priced} />
        </div>
      </div>
    </>
  );
}

/** How many copies are left when they are fewer than wanted; else undefined. */
function copiesLeft({ product, quantity }: CartLine, quote: QuoteFieldsFragment | undefined) {
  const left = quote?.lines.find((line) => line.product.id === product.id)?.product.remainingQuantity;
  return typeof left === 'number' && left < quantity ? left : undefined;
}
