import { RadioCard, Text } from '@chakra-ui/react';
import type { PaymentMethod } from '#web/generated/schema.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import type { CheckoutOptionsQuery } from '#web/quote/CheckoutOptions.generated.ts';
import { ChoiceCard } from './ChoiceCard.tsx';

interface PaymentChoiceProps {
  options: CheckoutOptionsQuery['paymentOptions'];
  selected: PaymentMethod | null;
  onSelect: (method: PaymentMethod) => void;
}

/** Lets the shopper choose how to pay. A demo option says that no money is charged. */
export function PaymentChoice({ options, selected, onSelect }: PaymentChoiceProps) {
  const { t } = useTranslation('checkout');
  return (
    <RadioCard.Root
      name="payment"
      value={selected}
      onValueChange={({ value }) => {
        const option = options.find(({ method }) => method === value);
        if (option !== undefined) onSelect(option.method);
      }}
    >
      <RadioCard.Label>{t('methods.title')}</RadioCard.Label>
      {options.map(({ method, isDemo }) => (
        <ChoiceCard key={method} value={method}>
          <Text as="span" display="block" fontWeight="semibold">
            {t(`methods.${method}`)}
          </Text>
          <Text as="span" display="block" color="fg.muted" fontSize="sm">
            {t(isDemo ? 'methods.demo' : `methods.${method}_text`)}
          </Text>
        </ChoiceCard>
      ))}
    </RadioCard.Root>
  );
}
