import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AddressFieldsFragment } from '#web/address/AddressFragment.generated.ts';
import { ShopperChangedError } from '#web/auth/session-store.ts';
import { useDialog } from '#web/ui/dialog/use-dialog.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { useToast } from '#web/ui/toast/toasts.ts';
import styles from './AddressesSection.module.css';
import { useRemoveAddressMutation } from './RemoveAddress.generated.ts';

const loadAddressDialog = () =>
  import('#web/address/AddressDialog.tsx').then(({ AddressDialog }) => AddressDialog);

/** The saved addresses, with buttons to create, edit and remove them. */
export function AddressesSection({ addresses }: { addresses: readonly AddressFieldsFragment[] }) {
  const { t } = useTranslation('account');
  const { Dialog, isOpen, prepare, open, close } = useDialog(loadAddressDialog);
  const [editedAddress, setEditedAddress] = useState<AddressFieldsFragment>();

  const openDialog = (address: AddressFieldsFragment | undefined) => {
    setEditedAddress(address);
    open();
  };
  const createButton = (
    <button
      type="button"
      className="button button--solid"
      onPointerEnter={prepare}
      onClick={() => openDialog(undefined)}
    >
      <Icon name="plus" size={20} />
      {t('addresses.create')}
    </button>
  );
  return (
    <>
      {addresses.length === 0 ? (
        <EmptyState level={3} title={t('addresses.empty')} text={t('addresses.emptyText')}>
          {createButton}
        </EmptyState>
      ) : (
        <>
          <ul className={styles.cards}>
            {addresses.map((address) => (
              <li key={address.id} className={styles.card}>
                <AddressCard address={address} onEdit={() => openDialog(address)} />
              </li>
            ))}
          </ul>
          {createButton}
        </>
      )}
      {Dialog !== null && <Dialog open={isOpen} onClose={close} address={editedAddress} />}
    </>
  );
}

function AddressCard({ address: saved, onEdit }: { address: AddressFieldsFragment; onEdit: () => void }) {
  const { t } = useTranslation('account');
  const toast = useToast();
  const [remove, { loading }] = useRemoveAddressMutation({ context: { retryAfterLogin: true } });
  const { id, address, area, city, district, state, pincode, landmark } = saved;

  const confirmAndRemove = async () => {
    const confirmed = await toast.confirm({
      title: t('addresses.confirmTitle'),
      text: t('addresses.confirmText', { address: `${address}, ${area}, ${city}` }),
      confirmText: t('addresses.confirm'),
      cancelText: t('cancel'),
    });
    if (!confirmed) return;
    try {
      const payload = (await remove({ variables: { input: { addressId: id } } })).data?.removeAddress;
      const error = payload?.userErrors[0];
      if (error !== undefined) return toast.error(error.message);
      toast.success(t('addresses.removed'));
      // The focused button disappears with the address, so the section receives the focus.
      document.getElementById('profile-section')?.focus();
    } catch (error) {
      if (!(error instanceof ShopperChangedError)) toast.error(t('addresses.failed'));
    }
  };

  return (
    <>
      <address className={styles.lines}>
        <span className={styles.first}>{address}</span>
        <span>{area}</span>
        <span>
          {city} {pincode}
        </span>
        <span>
          {district}, {state}
        </span>
        <span className={styles.landmark}>{t('addresses.landmark', { landmark })}</span>
      </address>
      <div className={styles.actions}>
        <button
          type="button"
          className="button button--small"
          aria-label={t('addresses.editThis', { address })}
          onClick={onEdit}
        >
          {t('addresses.edit')}
        </button>
        <button
          type="button"
          className="button button--small"
          aria-label={t('addresses.removeThis', { address })}
          disabled={loading}
          onClick={() => void confirmAndRemove()}
        >
          {t('addresses.remove')}
        </button>
      </div>
    </>
  );
}
