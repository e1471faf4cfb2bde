import { type FormEvent, useId, useState } from 'react';
import { rememberPincode, toPincode } from '#web/address/delivery-pincode.ts';
import { formatDayAfter, formatRupees } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { useShopCity } from '#web/shop/shop.ts';
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './DeliveryEstimate.module.css';

/** The cost and duration of a delivery, as a quote states them. */
interface Delivery {
  /** In rupees. */
  shipping: number;
  deliveryDays: { min: number; max: number };
}

interface DeliveryEstimateProps {
  /** The delivery to the PIN code; null if the quote failed; undefined while it loads. Ignored without a PIN code. */
  delivery: Delivery | null | undefined;
  /** Null if it is unknown; undefined while it is being read, which leaves the space empty. */
  pincode: string | null | undefined;
  /** Called with a PIN code that the browser now remembers. */
  onPincodeEntered?: (pincode: string) => void;
}

/** Cost and date of the delivery to a PIN code, and the form to enter one, which the browser remembers. */
export function DeliveryEstimate({ delivery, pincode, onPincodeEntered }: DeliveryEstimateProps) {
  const { t } = useTranslation('quote');
  const hydrated = useHydrated();
  // Undefined at first, true while the shopper changes the PIN code, false once the form has saved one.
  const [isEditing, setEditing] = useState<boolean>();
  // The server knows no PIN code, and the form needs scripts.
  if (!hydrated || pincode === undefined) return <div className={styles.estimate} />;
  if (pincode === null || isEditing === true) {
    return (
      <PincodeForm
        initialPincode={pincode}
        shouldFocus={isEditing === true}
        onSaved={(newPincode) => {
          setEditing(false);
          onPincodeEntered?.(newPincode);
        }}
      />
    );
  }
  return (
    <div className={styles.estimate}>
      <p role="status">
        <Icon name="truck" size={20} />
        <LatestDeliveryText key={pincode} pincode={pincode} delivery={delivery} />
      </p>
      {/* Takes over the focus when the form closes. */}
      <button
        ref={isEditing === false ? focusElement : undefined}
        type="button"
        className="link"
        onClick={() => setEditing(true)}
      >
        {t('delivery.change')}
      </button>
    </div>
  );
}

interface DeliveryTextProps extends Pick<DeliveryEstimateProps, 'delivery'> {
  pincode: string;
}

/**
 * A text such as `Delivery to 411030: free, by Fri 27 Nov`. Only rendered in the browser, because the date depends on
 * the current day.
 */
export function DeliveryText({ pincode, delivery }: DeliveryTextProps) {
  const { t, language } = useTranslation('quote');
  if (delivery === undefined) return t('delivery.loading', { pincode });
  if (delivery === null) return t('delivery.unknown', { pincode });
  const { shipping, deliveryDays } = delivery;
  const date = formatDayAfter(deliveryDays.max, language);
  return shipping === 0
    ? t('delivery.free', { pincode, date })
    : t('delivery.charged', { pincode, date, price: formatRupees(shipping) });
}

/**
 * Keeps the text, dimmed, while another quote for the PIN code is loading. Otherwise, screen readers would announce the
 * loading and then the same text again.
 */
function LatestDeliveryText({ pincode, delivery }: DeliveryTextProps) {
  const [latest, setLatest] = useState(delivery);
  if (delivery !== undefined && delivery !== latest) setLatest(delivery);
  return (
    <span aria-busy={delivery === undefined && latest !== undefined}>
      <DeliveryText pincode={pincode} delivery={delivery === undefined ? latest : delivery} />
    </span>
  );
}

interface PincodeFormProps {
  initialPincode: string | null;
  /** Whether the shopper opened the form, so that it gets the focus. */
  shouldFocus: boolean;
  onSaved: (pincode: string) => void;
}

function PincodeForm({ initialPincode, shouldFocus, onSaved }: PincodeFormProps) {
  const { t, language } = useTranslation('quote');
  const { t: tAddress } = useTranslation('address');
  const { city, hasFreeDelivery } = useShopCity(language);
  const [isInvalid, setInvalid] = useState(false);
  const id = useId();
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const pincode = toPincode(String(new FormData(event.currentTarget).get('pincode')));
    setInvalid(pincode === null);
    if (pincode === null) return;
    rememberPincode(pincode);
    onSaved(pincode);
  };
  return (
    <form className={styles.form} noValidate onSubmit={save}>
      <label htmlFor={id}>
        {t('delivery.question')}
        {hasFreeDelivery && ` ${t('delivery.freeInCity', { city })}`}
      </label>
      <div className={styles.fields}>
        <input
          id={id}
          ref={shouldFocus ? focusElement : undefined}
          className="input"
          name="pincode"
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={12}
          defaultValue={initialPincode ?? ''}
          aria-invalid={isInvalid}
          aria-describedby={isInvalid ? `${id}-error` : undefined}
        />
        <button type="submit" className="button">
          {t('delivery.check')}
        </button>
      </div>
      {isInvalid && (
        <p id={`${id}-error`} role="alert" className={styles.error}>
          {tAddress('pincodeInvalid')}
        </p>
      )}
    </form>
  );
}

function focusElement(element: HTMLElement | null): void {
  element?.focus();
}
