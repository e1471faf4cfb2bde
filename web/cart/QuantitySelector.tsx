import { Button, Group, NativeSelect } from '@chakra-ui/react';
import { useTranslation } from '#web/i18n/translation.tsx';
import { maxQuantity } from './optimistic-cart.ts';

interface QuantitySelectorProps {
  /** 1 to 10. */
  quantity: number;
  /** The product's name, for screen readers. */
  name: string;
  onChange: (quantity: number) => void;
}

const quantities = Array.from({ length: maxQuantity }, (_, index) => index + 1);

/** Lets the shopper increase or decrease the quantity by one, or select a quantity from 1 to 10 in a list. */
export function QuantitySelector({ quantity, name, onChange }: QuantitySelectorProps) {
  const { t } = useTranslation('cart');
  return (
    <Group
      attached
      borderWidth={{ base: '1px', _print: '0' }}
      borderColor="border.emphasized"
      borderRadius="l2"
      background="bg.panel"
    >
      <StepButton
        symbol="−"
        label={t('quantity.decrease', { name })}
        newQuantity={quantity - 1}
        onChange={onChange}
      />
      <NativeSelect.Root width="2.5rem">
        <NativeSelect.Field
          aria-label={t('quantity.label', { name })}
          value={quantity}
          onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
          {...quantityStyles}
        >
          {quantities.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </NativeSelect.Field>
      </NativeSelect.Root>
      <StepButton
        symbol="+"
        label={t('quantity.increase', { name })}
        newQuantity={quantity + 1}
        onChange={onChange}
      />
    </Group>
  );
}

const quantityStyles = {
  minHeight: '0',
  height: 'full',
  padding: '0',
  borderWidth: { base: '0 1px', _print: '0' },
  borderColor: 'border',
  borderRadius: '0',
  cursor: 'pointer',
  fontVariantNumeric: 'tabular-nums',
  fontWeight: 'semibold',
  textAlign: 'center',
  textAlignLast: 'center',
} as const;

interface StepButtonProps {
  symbol: string;
  label: string;
  newQuantity: number;
  onChange: (quantity: number) => void;
}

/** Uses `aria-disabled` at the limits, because `disabled` would lose the focus. */
function StepButton({ symbol, label, newQuantity, onChange }: StepButtonProps) {
  const isAllowed = newQuantity >= 1 && newQuantity <= maxQuantity;
  return (
    <Button
      variant="ghost"
      minHeight="calc(var(--control-height) - 2px)"
      borderRadius="l2"
      fontSize="xl"
      fontWeight="normal"
      aria-label={label}
      aria-disabled={!isAllowed}
      onClick={() => {
        if (isAllowed) onChange(newQuantity);
      }}
    >
      {symbol}
    </Button>
  );
}
