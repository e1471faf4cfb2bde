import { Badge, RadioCard, Text } from '@chakra-ui/react';
import { useId } from 'react';
import { AddAddressButton } from '#web/address/AddAddressButton.tsx';
import type { AddressFieldsFragment } from '#web/address/AddressFragment.generated.ts';
import { loadAddressDialog } from '#web/address/address-dialog.ts';
import { formatRegion } from '#web/address/region.ts';
import { detectNameLanguage } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { useDialog } from '#web/ui/dialog/use-dialog.ts';
import { ChoiceCard } from './ChoiceCard.tsx';

/** The id of the element that gets the focus when the shopper confirms without an address. */
export const addressesId = 'addresses';

interface AddressChoiceProps {
  addresses: readonly AddressFieldsFragment[];
  /** The id of the address to which the latest order was sent. */
  lastUsedId: string | undefined;
  defaultId: string | undefined;
  /** The id of the selected address. */
  selectedId: string | null;
  /** Whether to show an error because the shopper has tried to confirm without an address. */
  isMissing: boolean;
  onSelect: (addressId: string) => void;
}

/** Lets the shopper choose a saved address or add a new one, which is then selected. */
export function AddressChoice({
  addresses,
  lastUsedId,
  defaultId,
  selectedId,
  isMissing,
  onSelect,
}: AddressChoiceProps) {
  const { t } = useTranslation('checkout');
  const { Dialog, dialogProps, openerProps } = useDialog(loadAddressDialog);
  const errorId = useId();
  return (
    <section>
      <RadioCard.Root
        ids={{ root: addressesId }}
        name="address"
        tabIndex={-1}
        outline="none"
        value={selectedId}
        aria-describedby={isMissing ? errorId : undefined}
        onValueChange={({ value }) => {
          if (value !== null) onSelect(value);
        }}
      >
        <RadioCard.Label>{t('addresses.title')}</RadioCard.Label>
        {isMissing && (
          <Text id={errorId} role="alert" color="fg.error">
            {t('addresses.missing')}
          </Text>
        )}
        {addresses.length === 0 && <Text color="fg.muted">{t('addresses.empty')}</Text>}
        {addresses.map((address) => (
          <ChoiceCard key={address.id} value={address.id} lang={detectNameLanguage(address.address)}>
            <AddressLines address={address} />
            {address.id === lastUsedId && <AddressBadge text={t('addresses.lastUsed')} />}
            {address.id === defaultId && <AddressBadge text={t('addresses.default')} />}
          </ChoiceCard>
        ))}
      </RadioCard.Root>
      <AddAddressButton addressCount={addresses.length} marginBlockStart="3" {...openerProps}>
        {t('addresses.add')}
      </AddAddressButton>
      {Dialog !== null && <Dialog {...dialogProps} onSaved={({ id }) => onSelect(id)} />}
    </section>
  );
}

function AddressBadge({ text }: { text: string }) {
  const { language } = useTranslation('ui');
  return (
    <Badge lang={language} marginBlockStart="2" marginInlineEnd="2">
      {text}
    </Badge>
  );
}

/** An address in three lines. */
export function AddressLines({ address: savedAddress }: { address: AddressFieldsFragment }) {
  const { t } = useTranslation('checkout');
  const { address, area, city, district, state, pincode, landmark } = savedAddress;
  return (
    <>
      <Text as="span" display="block" fontWeight="semibold">
        {address}, {area}
      </Text>
      <Text as="span" display="block" fontSize="sm">
        {formatRegion({ city, district, state })} {pincode}
      </Text>
      <Text as="span" display="block" color="fg.muted" fontSize="sm">
        {t('addresses.landmark', { landmark })}
      </Text>
    </>
  );
}
