import { useTranslation } from 'react-i18next';
import styles from './QuantitySelector.module.css';

interface QuantitySelectorProps {
  /** 1 to 10. */
  quantity: number;
  /** The book's name, for those who hear the control. */
  name: string;
  onChange: (quantity: number) => void;
}

/** How many copies a line may hold (requirements.md 9). */
const most = 10;
const choices = Array.from({ length: most }, (_, index) => index + 1);

/** One copy more or less by a click, or any number from 1 to 10 out of the list. */
export function QuantitySelector({ quantity, name, onChange }: QuantitySelectorProps) {
  const { t } = useTranslation('shopping');
  return (
    <div className={styles.selector}>
      <Step symbol="−" label={t('quantity.fewer', { name })} to={quantity - 1} onChange={onChange} />
      <select
        className={styles.number}
        aria-label={t('quantity.label', { name })}
        value={quantity}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      >
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
      <Step symbol="+" label={t('quantity.more', { name })} to={quantity + 1} onChange={onChange} />
    </div>
  );
}

interface StepProps {
  symbol: string;
  label: string;
  to: number;
  onChange: (quantity: number) => void;
}

/** Not `disabled` at the ends, so that the focus is not lost there. */
function Step({ symbol, label, to, onChange }: StepProps) {
  const possible = to >= 1 && to <= most;
  return (
    <button
      type="button"
      className={styles.step}
      aria-label={label}
      aria-disabled={!possible}
      onClick={() => {
        if (possible) onChange(to);
      }}
    >
      {symbol}
    </button>
  );
}
