import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '#web/i18n/format.ts';
import { ErrorMessage } from '#web/ui/ErrorMessage.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './CouponChooser.module.css';
import { useCouponsQuery } from './Coupons.generated.ts';

interface CouponChooserProps {
  /** The id of the selected coupon; null for none. */
  selectedId: string | null;
  onSelect: (couponId: string | null) => void;
}

/** Lets the shopper select at most one coupon. Selecting it again, or its close icon, clears it. */
export function CouponChooser({ selectedId, onSelect }: CouponChooserProps) {
  const { t } = useTranslation('quote');
  const titleId = useId();
  return (
    <section className={styles.chooser} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {t('coupons.title')}
      </h2>
      <CouponList selectedId={selectedId} onSelect={onSelect} />
    </section>
  );
}

function CouponList({ selectedId, onSelect }: CouponChooserProps) {
  const { t } = useTranslation('quote');
  const { data, error, refetch } = useCouponsQuery();
  const coupons = data?.coupons;
  const isExpired = coupons != null && selectedId !== null && !coupons.some(({ id }) => id === selectedId);
  useEffect(() => {
    // The coupon is no longer offered: no quote would accept it, and no button here would clear it.
    if (isExpired) onSelect(null);
  });
  if (coupons == null) {
    return error === undefined ? (
      <Skeleton height="2.75rem" />
    ) : (
      <ErrorMessage message={t('coupons.failed')} onRetry={refetch} />
    );
  }
  if (coupons.length === 0) return <p className="muted">{t('coupons.empty')}</p>;
  return (
    <ul className={styles.list}>
      {coupons.map(({ id, name, percentOff }) => {
        const isSelected = id === selectedId;
        return (
          <li key={id} className={styles.coupon} data-selected={isSelected}>
            <button
              type="button"
              className={styles.select}
              aria-pressed={isSelected}
              onClick={() => onSelect(isSelected ? null : id)}
            >
              <span className={styles.name}>{name}</span>
              <span className={styles.percent}>
                {t('coupons.discount', { percent: formatPercent(percentOff) })}
              </span>
            </button>
            {isSelected && (
              <button
                type="button"
                className={styles.clear}
                aria-label={t('coupons.clear', { name })}
                onClick={() => onSelect(null)}
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
