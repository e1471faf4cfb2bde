import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CouponChooser } from '#web/shopping/CouponChooser.tsx';
import type { QuotePartsFragment } from '#web/shopping/QuoteParts.generated.ts';
import { useQuote } from '#web/shopping/use-quote.ts';
import styles from './Cart.module.css';
import { CartLineRow } from './CartLineRow.tsx';
import { CartSummary } from './CartSummary.tsx';
import type { CartLine } from './cart-line.ts';
import { focusAfterQuestion } from './focus-after-question.ts';
import { SelectAll } from './SelectAll.tsx';
import { useCartChoice } from './use-cart-choice.ts';
import { useLineChanges } from './use-line-changes.ts';

/** Rows, coupons and summary of a cart that is not empty. */
export function FilledCart({ lines }: { lines: readonly CartLine[] }) {
  const { t } = useTranslation('cart');
  const heading = useRef<HTMLHeadingElement>(null);
  const { chosen, isChosen, choose, chooseAll, couponId, chooseCoupon } = useCartChoice(lines);
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
                onRemove={() => void remove(line, () => focusAfterQuestion(heading.current))}
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
function copiesLeft({ product, quantity }: CartLine, quote: QuotePartsFragment | undefined) {
  const left = quote?.lines.find((line) => line.product.id === product.id)?.product.remainingQuantity;
  return typeof left === 'number' && left < quantity ? left : undefined;
}
