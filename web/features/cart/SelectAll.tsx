import { useTranslation } from 'react-i18next';
import styles from './Cart.module.css';

interface SelectAllProps {
  /** How many lines are chosen. */
  count: number;
  /** How many can be. */
  total: number;
  onChange: (chosen: boolean) => void;
}

/** Checks or unchecks all lines that can be bought. */
export function SelectAll({ count, total, onChange }: SelectAllProps) {
  const { t } = useTranslation('cart');
  if (total === 0) return null;
  return (
    <label className={styles.all}>
      <input
        ref={(box) => {
          if (box !== null) box.indeterminate = count > 0 && count < total;
        }}
        type="checkbox"
        className={styles.check}
        checked={count === total}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {t('selected', { count, total })}
    </label>
  );
}
