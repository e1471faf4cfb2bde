import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AddressFieldsFragment } from '#web/address/AddressFragment.generated.ts';
import type { CheckoutSource } from '#web/generated/schema.ts';
import { type SelectedLine, savedSelection, saveSelection } from '#web/quote/purchase-selection.ts';
import { type QuoteState, useQuote } from '#web/quote/use-quote.ts';
import { useToast } from '#web/ui/toast/toasts.ts';
import { useCheckoutAddressesQuery } from './CheckoutAddresses.generated.ts';
import type { CheckoutStateHandle } from './checkout-state.ts';
import type { OrderFailure } from './order-request.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { useOrder } from './use-order.ts';

export interface CheckoutOptions {
  source: CheckoutSource;
  lines: readonly SelectedLine[];
  couponId: string | null;
  kept: CheckoutStateHandle;
  provider?: PaymentProvider;
}

export interface Checkout {
  priced: QuoteState;
  /** What the shopper was told before, when it is another total now; in rupees. */
  previousTotal: number | null;
  addresses: readonly AddressFieldsFragment[] | undefined;
  addressesFailed: boolean;
  retryAddresses: () => void;
  addressId: string | null;
  chooseAddress: (addressId: string) => void;
  /** True once the shopper tried to go on without an address. */
  addressMissing: boolean;
  placing: boolean;
  failure: OrderFailure | null;
  confirm: () => Promise<void>;
  ordersChecked: boolean;
  markOrdersChecked: () => Promise<void>;
  startNewOrder: () => Promise<void>;
  chooseCoupon: (couponId: string | null) => void;
  /** Changes what is bought; the price the shopper saw before no longer counts. */
  changeLines: (lines: SelectedLine[]) => void;
}

/** All a checkout screen knows and does: price, address, and the one order. */
export function useCheckout({ source, lines, couponId, kept, provider }: CheckoutOptions): Checkout {
  const { t } = useTranslation('checkout');
  const toast = useToast();
  const { entry, keep } = kept;
  const priced = useQuote({ source, lines, couponId }, true);
  const { data, error, refetch } = useCheckoutAddressesQuery();
  const addresses = data?.user?.addresses;
  const addressId = chosenAddress(addresses, entry.addressId ?? savedSelection()?.addressId ?? null);
  const { place, dismiss, ...ordering } = useOrder(source, kept, provider);
  const { failure } = ordering;
  const addressGone = failure?.code === 'ADDRESS_NOT_FOUND';
  useEffect(() => {
    // Removed elsewhere: the choice shows what there is now.
    if (addressGone) void refetch();
  }, [addressGone, refetch]);
  const [addressMissing, setAddressMissing] = useState(false);
  const total = priced.quote?.grandTotal;
  const seen = entry.shownTotal ?? null;

  const change = (next: Partial<CheckoutStateHandle['entry']>) => {
    dismiss();
    const changed = { ...entry, attempt: undefined, lines: [...lines], couponId, ...next };
    void keep(changed);
    // A single product is bought beside the cart: what was chosen there stays.
    if (source === 'SINGLE_PRODUCT') return;
    saveSelection({
      lines: changed.lines,
      couponId: changed.couponId,
      addressId: changed.addressId ?? addressId,
      unchecked: savedSelection()?.unchecked ?? [],
    });
  };

  return {
    priced,
    previousTotal: seen !== null && total !== undefined && !priced.stale && seen !== total ? seen : null,
    addresses,
    addressesFailed: addresses === undefined && error !== undefined,
    retryAddresses: () => void refetch(),
    addressId,
    chooseAddress: (chosen) => {
      setAddressMissing(false);
      change({ addressId: chosen });
    },
    addressMissing,
    ...ordering,
    chooseCoupon: (chosen) => change({ couponId: chosen, shownTotal: null }),
    changeLines: (changed) => change({ lines: changed, shownTotal: null }),
    confirm: async () => {
      if (addressId === null) {
        setAddressMissing(true);
        toast.warning(t('addresses.missing'));
        document.getElementById('addresses')?.focus();
        return;
      }
      if (total === undefined) return;
      if (priced.quote?.lines.some(({ available }) => !available)) {
        toast.warning(t('lines.outOfStock'));
        return;
      }
      // Should the total in sight be of an earlier choice, the gateway refuses it with the new one.
      await place({ source, lines, couponId, addressId, total });
    },
  };
}

/** The one that was chosen, if it still exists; else the only one there is. */
function chosenAddress(
  addresses: readonly AddressFieldsFragment[] | undefined,
  chosen: string | null,
): string | null {
  if (addresses === undefined) return null;
  if (addresses.some(({ id }) => id === chosen)) return chosen;
  return addresses.length === 1 ? (addresses[0]?.id ?? null) : null;
}
