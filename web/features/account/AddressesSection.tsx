import { Badge, Box, Button, Card, Flex, Grid } from '@chakra-ui/react';
import { useState } from 'react';
import { AddAddressButton } from '#web/address/AddAddressButton.tsx';
import type {
  AddressFieldsFragment,
  SavedAddressesFragment,
} from '#web/address/AddressFragment.generated.ts';
import { loadAddressDialog } from '#web/address/address-dialog.ts';
import { formatRegion } from '#web/address/region.ts';
import { checkPayload, reportChangeError, toRejection } from '#web/cart/change-rejected-error.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { useDialog } from '#web/ui/dialog/use-dialog.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useSingleTask } from '#web/ui/hooks/use-single-task.ts';
import { toasts } from '#web/ui/toast/toasts.ts';
import { useRemoveAddressMutation } from './RemoveAddress.generated.ts';
import { useSetDefaultAddressMutation } from './SetDefaultAddress.generated.ts';

/** The saved addresses, with buttons to create, edit and remove them, and to choose the default. */
export function AddressesSection({ addresses, defaultAddress }: SavedAddressesFragment) {
  const { t } = useTranslation('account');
  const { Dialog, dialogProps, openerProps, open } = useDialog(loadAddressDialog);
  const [editedAddress, setEditedAddress] = useState<AddressFieldsFragment>();

  const openDialog = (address: AddressFieldsFragment | undefined) => {
    setEditedAddress(address);
    open();
  };
  const newAddressButton = (
    <AddAddressButton
      addressCount={addresses.length}
      variant="solid"
      {...openerProps}
      onClick={() => openDialog(undefined)}
    >
      {t('addresses.create')}
    </AddAddressButton>
  );
  return (
    <>
      {addresses.length === 0 ? (
        <EmptyState icon="place" level={3} title={t('addresses.empty')} text={t('addresses.emptyText')}>
          {newAddressButton}
        </EmptyState>
      ) : (
        <>
          <Grid as="ul" gap="4" gridTemplateColumns={{ sm: '1fr 1fr', xl: 'repeat(3, 1fr)' }}>
            {addresses.map((address) => (
              <Card.Root as="li" key={address.id}>
                <Card.Body gridTemplateRows="1fr auto" padding="5">
                  <AddressCard
                    address={address}
                    isDefault={address.id === defaultAddress?.id}
                    onEdit={() => openDialog(address)}
                  />
                </Card.Body>
              </Card.Root>
            ))}
          </Grid>
          <div>{newAddressButton}</div>
        </>
      )}
      {Dialog !== null && <Dialog {...dialogProps} address={editedAddress} />}
    </>
  );
}

interface AddressCardProps {
  address: AddressFieldsFragment;
  isDefault: boolean;
  onEdit: () => void;
}

function AddressCard({ address: savedAddress, isDefault, onEdit }: AddressCardProps) {
  const { t } = useTranslation('account');
  const context = { retryAfterLogin: true };
  const [remove, { loading: removing }] = useRemoveAddressMutation({ context });
  const [setDefault] = useSetDefaultAddressMutation({ context: { ...context, maxAttempts: 4 } });
  const [runRemoval] = useSingleTask();
  const [runDefaultChange, settingDefault] = useSingleTask();
  const { id, address, area, city, district, state, pincode, landmark } = savedAddress;

  const isSameAddress = (other: AddressFieldsFragment) =>
    other.address === address && other.area === area && other.pincode === pincode;

  /** To be called if the focused button disappears. */
  const focusSectionHeading = () => document.getElementById('profile-section')?.focus();

  const showSuccess = (text: string) => {
    toasts.success(text);
    focusSectionHeading();
  };

  const showFailure = (error: unknown, fallbackText: string) => {
    reportChangeError(error, fallbackText);
    if (toRejection(error)?.code === 'ADDRESS_NOT_FOUND') focusSectionHeading();
  };

  const confirmAndRemove = async () => {
    const confirmed = await toasts.confirm({
      title: t('addresses.confirmTitle'),
      text: t('addresses.confirmText', { address: `${address}, ${area}, ${city}` }),
      confirmText: t('addresses.confirm'),
      cancelText: t('cancel'),
      isDestructive: true,
    });
    if (!confirmed) return;
    try {
      const { data } = await remove({ variables: { input: { addressId: id } } });
      const payload = data?.removeAddress;
      // It was removed in another tab, or by an earlier attempt whose response was lost. An equal address under
      // another id means that it still exists: some hosts replace ids.
      const isMissing =
        payload?.userErrors[0]?.code === 'ADDRESS_NOT_FOUND' && !payload.user?.addresses.some(isSameAddress);
      if (!isMissing) checkPayload(payload);
      showSuccess(t('addresses.removed'));
    } catch (error) {
      showFailure(error, t('addresses.failed'));
    }
  };

  const makeDefault = async () => {
    try {
      const { data } = await setDefault({ variables: { input: { addressId: id } } });
      checkPayload(data?.setDefaultAddress);
      showSuccess(t('addresses.defaultChanged'));
    } catch (error) {
      showFailure(error, t('addresses.defaultFailed'));
    }
  };

  return (
    <>
      <Grid as="address" alignContent="start" fontStyle="normal" overflowWrap="anywhere">
        {isDefault && (
          <Badge justifySelf="start" marginBlockEnd="2">
            {t('addresses.default')}
          </Badge>
        )}
        <Box as="span" fontWeight="semibold">
          {address}
        </Box>
        <span>{area}</span>
        <span>
          {formatRegion({ city, district, state })} {pincode}
        </span>
        <Box as="span" color="fg.muted" fontSize="sm">
          {t('addresses.landmark', { landmark })}
        </Box>
      </Grid>
      {/* Busy buttons are not `disabled`, which would lose the focus. */}
      <Flex wrap="wrap" gap="2">
        <Button
          size="sm"
          aria-label={t('addresses.editThis', { address })}
          aria-haspopup="dialog"
          onClick={onEdit}
        >
          {t('addresses.edit')}
        </Button>
        <Button
          size="sm"
          aria-label={t('addresses.removeThis', { address })}
          aria-busy={removing}
          onClick={() => void runRemoval(confirmAndRemove)}
        >
          {t('addresses.remove')}
        </Button>
        {!isDefault && (
          <Button
            size="sm"
            aria-label={t('addresses.makeThisDefault', { address })}
            aria-busy={settingDefault}
            onClick={() => void runDefaultChange(makeDefault)}
          >
            {t('addresses.makeDefault')}
          </Button>
        )}
      </Flex>
    </>
  );
}
