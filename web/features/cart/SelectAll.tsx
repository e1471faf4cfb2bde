import { useTranslation } from 'react-i18next';
import styles from './Cart.module.css';

interface SelectAllProps {
  /** The number of selected lines. */
  count: number;
  /** The number of lines that can be selected. */
  total: number;
  onChange: (selected: boolean) => void;
}

/** Selects or deselects all available lines. */
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
