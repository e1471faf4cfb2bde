import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '#web/i18n/format.ts';
import { ErrorMessage } from '#web/ui/ErrorMessage.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './CouponChooser.module.css';
import { useCouponsQuery } from './Coupons.generated.ts';

interface CouponChooserProps {
  /** The chosen coupon's id; null when there is none. */
  chosen: string | null;
  onChoose: (couponId: string | null) => void;
}

/** Lets the shopper choose at most one coupon. Choosing it again, or its close icon, clears it. */
export function CouponChooser({ chosen, onChoose }: CouponChooserProps) {
  const { t } = useTranslation('quote');
  const title = useId();
  return (
    <section className={styles.chooser} aria-labelledby={title}>
      <h2 id={title} className={styles.title}>
        {t('coupons.title')}
      </h2>
      <CouponList chosen={chosen} onChoose={onChoose} />
    </section>
  );
}

function CouponList({ chosen, onChoose }: CouponChooserProps) {
  const { t } = useTranslation('quote');
  const { data, error, refetch } = useCouponsQuery();
  const isExpired = data !== undefined && chosen !== null && !data.coupons.some(({ id }) => id === chosen);
  useEffect(() => {
    // The coupon is no longer offered: no quote would accept it, and no button here would clear it.
    if (isExpired) onChoose(null);
  });
  if (data === undefined) {
    return error === undefined ? (
      <Skeleton height="2.75rem" />
    ) : (
      <ErrorMessage message={t('coupons.failed')} onRetry={refetch} />
    );
  }
  if (data.coupons.length === 0) return <p className="muted">{t('coupons.empty')}</p>;
  return (
    <ul className={styles.list}>
      {data.coupons.map(({ id, couponName, discount }) => {
        const isChosen = id === chosen;
        return (
          <li key={id} className={styles.coupon} data-chosen={isChosen}>
            <button
              type="button"
              className={styles.choose}
              aria-pressed={isChosen}
              onClick={() => onChoose(isChosen ? null : id)}
            >
              <span className={styles.name}>{couponName}</span>
              <span className={styles.percent}>
                {t('coupons.discount', { percent: formatPercent(discount) })}
              </span>
            </button>
            {isChosen && (
              <button
                type="button"
                className={styles.clear}
                aria-label={t('coupons.clear', { name: couponName })}
                onClick={() => onChoose(null)}
              >
                <Icon name="close" size={18} />
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
