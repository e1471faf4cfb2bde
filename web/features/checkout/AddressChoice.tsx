import { Button, RadioCard, Text } from '@chakra-ui/react';
import { useId } from 'react';
import type { AddressFieldsFragment } from '#web/address/AddressFragment.generated.ts';
import { detectNameLanguage } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { useDialog } from '#web/ui/dialog/use-dialog.ts';
import { ErrorMessage } from '#web/ui/ErrorMessage.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { hiddenInputStyle } from '#web/ui/theme/slot-recipes.ts';

const loadAddressDialog = () =>
  import('#web/address/AddressDialog.tsx').then(({ AddressDialog }) => AddressDialog);

interface AddressChoiceProps {
  /** Undefined while loading. */
  addresses: readonly AddressFieldsFragment[] | undefined;
  failed: boolean;
  onRetry: () => void;
  /** The id of the selected address. */
  selectedId: string | null;
  /** True once the shopper tried to continue without an address. */
  missing: boolean;
  onSelect: (addressId: string) => void;
}

/** Lets the shopper choose a saved address or add a new one, which is then selected. */
export function AddressChoice(props: AddressChoiceProps) {
  const { addresses, failed, onRetry, selectedId, missing, onSelect } = props;
  const { t } = useTranslation('checkout');
  const { Dialog, isOpen, prepare, open, close } = useDialog(loadAddressDialog);
  const errorId = useId();
  return (
    <section>
      <RadioCard.Root
        ids={{ root: 'addresses' }}
        name="address"
        tabIndex={-1}
        outline="none"
        value={selectedId}
        aria-describedby={missing ? errorId : undefined}
        onValueChange={({ value }) => {
          if (value !== null) onSelect(value);
        }}
      >
        <RadioCard.Label>{t('addresses.title')}</RadioCard.Label>
        {missing && (
          <Text id={errorId} color="fg.error">
            {t('addresses.missing')}
          </Text>
        )}
        {addresses === undefined &&
          (failed ? (
            <ErrorMessage message={t('addresses.failed')} onRetry={onRetry} />
          ) : (
            <Skeleton height="7rem" />
          ))}
        {addresses?.length === 0 && <Text color="fg.muted">{t('addresses.empty')}</Text>}
        {addresses?.map((address) => (
          <AddressOption key={address.id} address={address} />
        ))}
      </RadioCard.Root>
      <Button marginBlockStart="3" onPointerEnter={prepare} onClick={open}>
        <Icon name="plus" size={20} />
        {t('addresses.add')}
      </Button>
      {Dialog !== null && <Dialog open={isOpen} onClose={close} onSaved={({ id }) => onSelect(id)} />}
    </section>
  );
}

function AddressOption({ address: saved }: { address: AddressFieldsFragment }) {
  const { t } = useTranslation('checkout');
  const { id, address, area, city, district, state, pincode, landmark } = saved;
  return (
    <RadioCard.Item value={id}>
      <RadioCard.ItemHiddenInput style={hiddenInputStyle} />
      <RadioCard.ItemControl>
        <RadioCard.ItemIndicator checked={<span className="dot" />} />
        <RadioCard.ItemText lang={detectNameLanguage(address)}>
          <Text as="span" display="block" fontWeight="semibold">
            {address}, {area}
          </Text>
          <Text as="span" display="block" fontSize="sm">
            {city}, {district}, {state} {pincode}
          </Text>
          <Text as="span" display="block" color="fg.muted" fontSize="sm">
            {t('addresses.landmark', { landmark })}
          </Text>
        </RadioCard.ItemText>
      </RadioCard.ItemControl>
    </RadioCard.Item>
  );
}
