import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AddressFieldsFragment } from '#web/address/AddressFragment.generated.ts';
import type { CheckoutSource } from '#web/generated/schema.ts';
import { type SelectedLine, savedSelection, saveSelection } from '#web/quote/purchase-selection.ts';
import { type QuoteState, useQuote } from '#web/quote/use-quote.ts';
import { useToast } from '#web/ui/toast/toasts.ts';
import { useCheckoutAddressesQuery } from './CheckoutAddresses.generated.ts';
import type { CheckoutState, CheckoutStateHandle } from './checkout-state.ts';
import type { OrderFailure } from './order-request.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { useOrder } from './use-order.ts';

export interface CheckoutOptions {
  source: CheckoutSource;
  lines: readonly SelectedLine[];
  couponId: string | null;
  stateHandle: CheckoutStateHandle;
  provider?: PaymentProvider;
}

export interface Checkout {
  quoteState: QuoteState;
  /** The total that the shopper saw before, in rupees; null unless it has changed since. */
  previousTotal: number | null;
  addresses: readonly AddressFieldsFragment[] | undefined;
  addressesFailed: boolean;
  retryAddresses: () => void;
  addressId: string | null;
  selectAddress: (addressId: string) => void;
  /** True once the shopper tried to continue without an address. */
  addressMissing: boolean;
  placing: boolean;
  failure: OrderFailure | null;
  confirm: () => Promise<void>;
  ordersChecked: boolean;
  markOrdersChecked: () => Promise<void>;
  startNewOrder: () => Promise<void>;
  selectCoupon: (couponId: string | null) => void;
  /** Changes the lines. The previous total is then no longer compared with the new one. */
  changeLines: (lines: SelectedLine[]) => void;
}

/** The state and actions of a checkout page: quote, addresses and order. */
export function useCheckout({ source, lines, couponId, stateHandle, provider }: CheckoutOptions): Checkout {
  const { t } = useTranslation('checkout');
  const toast = useToast();
  const { state, saveState } = stateHandle;
  const quoteState = useQuote({ source, lines, couponId }, true);
  const { data, error, refetch } = useCheckoutAddressesQuery();
  const addresses = data?.user?.addresses;
  const addressId = selectAddress(addresses, state.addressId ?? savedSelection()?.addressId ?? null);
  const { placeOrder, clearFailure, ...order } = useOrder(source, stateHandle, provider);
  const { failure } = order;
  const isAddressRemoved = failure?.code === 'ADDRESS_NOT_FOUND';
  useEffect(() => {
    // The address was removed elsewhere, so the list is out of date.
    if (isAddressRemoved) void refetch();
  }, [isAddressRemoved, refetch]);
  const [addressMissing, setAddressMissing] = useState(false);
  const total = quoteState.quote?.grandTotal;
  const shownTotal = state.shownTotal ?? null;
  const isTotalKnown = total !== undefined && !quoteState.stale;

  const change = (next: Partial<CheckoutState>) => {
    clearFailure();
    const changed = { ...state, submission: undefined, lines: [...lines], couponId, ...next };
    void saveState(changed);
    // Buying a single product leaves the selection of the cart alone.
    if (source === 'SINGLE_PRODUCT') return;
    saveSelection({
      lines: changed.lines,
      couponId: changed.couponId,
      addressId: changed.addressId ?? addressId,
      unchecked: savedSelection()?.unchecked ?? [],
    });
  };

  return {
    quoteState,
    previousTotal: isTotalKnown && shownTotal !== total ? shownTotal : null,
    addresses,
    addressesFailed: addresses === undefined && error !== undefined,
    retryAddresses: () => void refetch(),
    addressId,
    selectAddress: (newId) => {
      setAddressMissing(false);
      change({ addressId: newId });
    },
    addressMissing: addressMissing && addressId === null,
    ...order,
    selectCoupon: (newId) => change({ couponId: newId, shownTotal: null }),
    changeLines: (newLines) => change({ lines: newLines, shownTotal: null }),
    confirm: async () => {
      if (addressId === null) {
        setAddressMissing(true);
        toast.warning(t('addresses.missing'));
        document.getElementById('addresses')?.focus();
        return;
      }
      if (total === undefined) return;
      if (quoteState.quote?.lines.some(({ available }) => !available)) {
        toast.warning(t('lines.outOfStock'));
        return;
      }
      // If the shown total is out of date, the gateway rejects the order and returns the new quote.
      await placeOrder({ source, lines, couponId, addressId, total });
    },
  };
}

/** The selected address if it still exists; else the only address, if there is exactly one. */
function selectAddress(
  addresses: readonly AddressFieldsFragment[] | undefined,
  selectedId: string | null,
): string | null {
  if (addresses === undefined) return null;
  if (addresses.some(({ id }) => id === selectedId)) return selectedId;
  return addresses.length === 1 ? (addresses[0]?.id ?? null) : null;
}
