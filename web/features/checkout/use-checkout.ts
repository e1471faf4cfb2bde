import { useEffect, useState } from 'react';
import type { AddressFieldsFragment } from '#web/address/AddressFragment.generated.ts';
import { rememberPincode, toPincode, useDeliveryPincode } from '#web/address/delivery-pincode.ts';
import type { CheckoutSource } from '#web/generated/schema.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { type PurchaseChoice, type SelectedLine, usePurchaseChoice } from '#web/quote/purchase-choice.ts';
import { type QuoteState, useQuote } from '#web/quote/use-quote.ts';
import { useToast } from '#web/ui/toast/toasts.ts';
import { useCheckoutAddressesQuery } from './CheckoutAddresses.generated.ts';
import type { OrderRequest } from './order-request.ts';
import type { PageOrder } from './use-order.ts';

export interface CheckoutOptions {
  source: CheckoutSource;
  lines: readonly SelectedLine[];
  order: PageOrder;
}

export interface Checkout {
  quoteState: QuoteState;
  /** The total that the shopper saw before, in rupees; null unless it has changed since. */
  previousTotal: number | null;
  couponId: string | null;
  selectCoupon: (couponId: string | null) => void;
  addresses: readonly AddressFieldsFragment[] | undefined;
  addressesFailed: boolean;
  retryAddresses: () => void;
  addressId: string | null;
  /** The PIN code that the quote is for; null if it is unknown. */
  pincode: string | null;
  selectAddress: (addressId: string) => void;
  /** True once the shopper tried to continue without an address. */
  addressMissing: boolean;
  confirm: () => void;
}

/** The state and actions of a checkout page: quote, addresses and confirmation. */
export function useCheckout({ source, lines, order }: CheckoutOptions): Checkout {
  const { t } = useTranslation('checkout');
  const toast = useToast();
  const [choice, changeChoice] = usePurchaseChoice();
  const { couponId, shownTotal } = choice;
  const { data, error, refetch } = useCheckoutAddressesQuery();
  const addresses = data?.user?.addresses;
  const address = selectAddress(addresses, choice.addressId);
  const addressId = address?.id ?? null;
  const rememberedPincode = useDeliveryPincode();
  const pincode = address === undefined ? rememberedPincode : toPincode(address.pincode);
  const quoteState = useQuote({ source, lines, couponId, pincode }, true);
  const isAddressRemoved = order.failure?.code === 'ADDRESS_NOT_FOUND';
  useEffect(() => {
    // The address was removed elsewhere, so the list is out of date.
    if (isAddressRemoved) void refetch();
  }, [isAddressRemoved, refetch]);
  const [addressMissing, setAddressMissing] = useState(false);
  const total = quoteState.quote?.grandTotal;
  const isTotalKnown = total !== undefined && !quoteState.stale;
  const request: OrderRequest | undefined =
    addressId === null || total === undefined
      ? undefined
      : { source, lines, couponId, addressId, pincode, total };

  const { isResuming, endResuming, place } = order;
  const canResume = isResuming && isTotalKnown && addresses !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when everything has loaded.
  useEffect(() => {
    if (!canResume) return;
    endResuming();
    // At another total the shopper has to confirm again.
    if (request !== undefined && total === shownTotal) void place(request);
  }, [canResume]);

  const change = (next: Partial<PurchaseChoice>) => {
    if (order.placing) return;
    order.clear();
    changeChoice(next);
  };

  return {
    quoteState,
    previousTotal: isTotalKnown && shownTotal !== total ? shownTotal : null,
    couponId,
    selectCoupon: (newId) => change({ couponId: newId, shownTotal: null }),
    addresses,
    addressesFailed: addresses === undefined && error !== undefined,
    retryAddresses: () => void refetch(),
    addressId,
    pincode,
    selectAddress: (newId) => {
      setAddressMissing(false);
      const selected = addresses?.find(({ id }) => id === newId);
      // The cart shows the same shipping.
      if (selected !== undefined) rememberPincode(selected.pincode);
      change({ addressId: newId });
    },
    addressMissing: addressMissing && addressId === null,
    confirm: () => {
      if (order.sent !== null) {
        void place(order.sent);
      } else if (addressId === null) {
        setAddressMissing(true);
        toast.warning(t('addresses.missing'));
        document.getElementById('addresses')?.focus();
      } else if (quoteState.quote?.lines.some(({ available }) => !available)) {
        toast.warning(t('lines.outOfStock'));
      } else if (request !== undefined) {
        // If the shown total is out of date, the gateway rejects the order and returns the new quote.
        void place(request);
      }
    },
  };
}

/** The selected address if it still exists; else the only address, if there is exactly one. */
function selectAddress(
  addresses: readonly AddressFieldsFragment[] | undefined,
  selectedId: string | null,
): AddressFieldsFragment | undefined {
  const selected = addresses?.find(({ id }) => id === selectedId);
  return selected ?? (addresses?.length === 1 ? addresses[0] : undefined);
}
