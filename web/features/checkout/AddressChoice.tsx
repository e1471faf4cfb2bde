import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { AddressFieldsFragment } from '#web/address/AddressFragment.generated.ts';
import { scriptLanguage } from '#web/i18n/format.ts';
import { useDialog } from '#web/ui/dialog/use-dialog.ts';
import { ErrorMessage } from '#web/ui/ErrorMessage.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './AddressChoice.module.css';

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
      <fieldset
        id="addresses"
        tabIndex={-1}
        className={styles.choice}
        aria-describedby={missing ? errorId : undefined}
      >
        <legend className={styles.title}>{t('addresses.title')}</legend>
        {missing && (
          <p id={errorId} className={styles.error}>
            {t('addresses.missing')}
          </p>
        )}
        {addresses === undefined &&
          (failed ? (
            <ErrorMessage message={t('addresses.failed')} onRetry={onRetry} />
          ) : (
            <Skeleton height="7rem" />
          ))}
        {addresses?.length === 0 && <p className="muted">{t('addresses.empty')}</p>}
        {addresses?.map((address) => (
          <AddressOption
            key={address.id}
            address={address}
            selected={address.id === selectedId}
            onSelect={() => onSelect(address.id)}
          />
        ))}
      </fieldset>
      <button type="button" className={`button ${styles.add}`} onPointerEnter={prepare} onClick={open}>
        <Icon name="plus" size={20} />
        {t('addresses.add')}
      </button>
      {Dialog !== null && <Dialog open={isOpen} onClose={close} onSaved={({ id }) => onSelect(id)} />}
    </section>
  );
}

interface AddressOptionProps {
  address: AddressFieldsFragment;
  selected: boolean;
  onSelect: () => void;
}

function AddressOption({ address: saved, selected, onSelect }: AddressOptionProps) {
  const { t } = useTranslation('checkout');
  const { address, area, city, district, state, pincode, landmark } = saved;
  return (
    <label className={styles.option}>
      <input type="radio" name="address" className={styles.radio} checked={selected} onChange={onSelect} />
      <span lang={scriptLanguage(address)}>
        <span className={styles.street}>
          {address}, {area}
        </span>
        <span className={styles.line}>
          {city}, {district}, {state} {pincode}
        </span>
        <span className={`${styles.line} muted`}>{t('addresses.landmark', { landmark })}</span>
      </span>
    </label>
  );
}
