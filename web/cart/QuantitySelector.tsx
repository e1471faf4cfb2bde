import { useTranslation } from 'react-i18next';
import styles from './QuantitySelector.module.css';

interface QuantitySelectorProps {
  /** 1 to 10. */
  quantity: number;
  /** The product's name, for screen readers. */
  name: string;
  onChange: (quantity: number) => void;
}

/** The largest quantity of a cart line (requirements.md 9). */
const maxQuantity = 10;
const quantities = Array.from({ length: maxQuantity }, (_, index) => index + 1);

/** Increases or decreases the quantity by one, or sets any number from 1 to 10 from a list. */
export function QuantitySelector({ quantity, name, onChange }: QuantitySelectorProps) {
  const { t } = useTranslation('cart');
  return (
    <div className={styles.selector}>
      <Step symbol="−" label={t('quantity.decrease', { name })} to={quantity - 1} onChange={onChange} />
      <select
        className={styles.quantity}
        aria-label={t('quantity.label', { name })}
        value={quantity}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      >
        {quantities.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
      <Step symbol="+" label={t('quantity.increase', { name })} to={quantity + 1} onChange={onChange} />
    </div>
  );
}

interface StepProps {
  symbol: string;
  label: string;
  to: number;
  onChange: (quantity: number) => void;
}

/** Uses `aria-disabled` at the limits, because `disabled` would lose the focus. */
function Step({ symbol, label, to, onChange }: StepProps) {
  const isAllowed = to >= 1 && to <= maxQuantity;
  return (
    <button
      type="button"
      className={styles.step}
      aria-label={label}
      aria-disabled={!isAllowed}
      onClick={() => {
        if (isAllowed) onChange(to);
      }}
    >
      {symbol}
    </button>
  );
}
