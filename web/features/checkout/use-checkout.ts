import { useApolloClient } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import type { AddressFieldsFragment } from '#web/address/AddressFragment.generated.ts';
import { rememberPincode, toPincode, useDeliveryPincode } from '#web/address/delivery-pincode.ts';
import { refetchCart } from '#web/apollo/cart-link.ts';
import type { CheckoutSource, PaymentMethod } from '#web/generated/schema.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { type CheckoutOptionsQuery, useCheckoutOptionsQuery } from '#web/quote/CheckoutOptions.generated.ts';
import { preselectAddress } from '#web/quote/preselect-address.ts';
import { type PurchaseChoice, type SelectedLine, usePurchaseChoice } from '#web/quote/purchase-choice.ts';
import { refetchOptions } from '#web/quote/refetch-options.ts';
import { useClearRejectedCoupon } from '#web/quote/use-clear-rejected-coupon.ts';
import { type QuoteState, useQuote } from '#web/quote/use-quote.ts';
import { onTabShown } from '#web/ui/tab-visibility.ts';
import { toasts } from '#web/ui/toast/toasts.ts';
import { addressesId } from './AddressChoice.tsx';
import type { CheckoutPageName } from './checkout-pages.ts';
import type { OrderRequest } from './order-request.ts';
import type { PageOrder } from './use-order.ts';

export interface CheckoutInput {
  page: CheckoutPageName;
  /** Determines the shipping and the delivery time. */
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
  /** The query for addresses and payment options, for `QueryFallback`. */
  optionsQuery: { error?: unknown; refetch: () => Promise<unknown> };
  /** Undefined until the addresses and payment options are known. */
  options: CheckoutOptions | undefined;
  /** The PIN code that the quote is for; null if it is unknown. */
  pincode: string | null;
  selectAddress: (addressId: string) => void;
  selectPayment: (paymentMethod: PaymentMethod) => void;
  /** Whether the shopper has tried to confirm without an address and has not selected one since. */
  isAddressMissing: boolean;
  confirm: () => void;
}

interface CheckoutOptions {
  addresses: readonly AddressFieldsFragment[];
  lastUsedId: string | undefined;
  defaultId: string | undefined;
  /** The selected address; undefined if there is none. */
  address: AddressFieldsFragment | undefined;
  paymentOptions: CheckoutOptionsQuery['paymentOptions'];
  paymentMethod: PaymentMethod;
}

/** The state and actions of a checkout page: quote, addresses, payment and confirmation. */
export function useCheckout({ page, source, lines, order }: CheckoutInput): Checkout {
  const { t } = useTranslation('checkout');
  const client = useApolloClient();
  const [choice, changeChoice] = usePurchaseChoice();
  const { couponId, shownTotal } = choice;
  // `all`, because the last used address is read from the orders. If reading them fails, the shopper can still choose
  // an address.
  const optionsQuery = useCheckoutOptionsQuery({ errorPolicy: 'all' });
  const options = toCheckoutOptions(optionsQuery.data, choice, page);
  const address = options?.address;
  const rememberedPincode = useDeliveryPincode();
  const pincode = address === undefined ? rememberedPincode : toPincode(address.pincode);
  const quoteState = useQuote({ source, lines, couponId, pincode }, 'cache-and-network');
  const addressPincode = address?.pincode;
  useEffect(() => {
    // The cart and the product pages then show the shipping to the same place.
    if (addressPincode !== undefined) rememberPincode(addressPincode);
  }, [addressPincode]);
  // The shopper may have edited the selected address in another tab. The page must show where the order would go.
  useEffect(() => onTabShown(() => void refetchOptions(client)), [client]);
  useClearRejectedCoupon(
    order.placing ? undefined : quoteState.error,
    !order.placing && order.failure?.code === 'COUPON_NOT_FOUND',
  );
  const [triedWithoutAddress, setTriedWithoutAddress] = useState(false);
  const total = quoteState.quote?.grandTotal;
  const isTotalKnown = total !== undefined && !quoteState.stale;
  const changedTotal = isTotalKnown && shownTotal !== total ? shownTotal : null;
  const [previousTotal, setPreviousTotal] = useState(changedTotal);
  // Placing an order saves its total as the shown one. The alert about the change stays, because without it, the page
  // would move under the second click of a double click.
  if (!order.placing && previousTotal !== changedTotal) setPreviousTotal(changedTotal);
  const request: OrderRequest | undefined =
    options === undefined || address === undefined || total === undefined
      ? undefined
      : {
          source,
          lines,
          couponId,
          addressId: address.id,
          pincode,
          paymentMethod: options.paymentMethod,
          total,
        };

  const { isResuming, clear, place, openPayment } = order;
  const canResume = isResuming && isTotalKnown && options !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when everything has loaded.
  useEffect(() => {
    if (!canResume) return;
    // If the total, the address or the payment method has changed, the shopper has to confirm again.
    const isUnchanged =
      total === shownTotal &&
      request?.addressId === choice.addressId &&
      request?.paymentMethod === choice.paymentMethod;
    if (request !== undefined && isUnchanged) void place(request);
    else clear();
  }, [canResume]);

  const change = (next: Partial<PurchaseChoice>) => {
    if (order.placing) return;
    clear();
    changeChoice(next);
  };

  return {
    quoteState,
    previousTotal,
    couponId,
    selectCoupon: (newId) => change({ couponId: newId, shownTotal: null }),
    optionsQuery,
    options,
    pincode,
    selectAddress: (newId) => {
      setTriedWithoutAddress(false);
      change({ addressId: newId });
    },
    selectPayment: (paymentMethod) => change({ paymentMethod }),
    isAddressMissing: triedWithoutAddress && options !== undefined && address === undefined,
    confirm: () => {
      if (order.sent !== null) {
        void place(order.sent);
      } else if (options !== undefined && address === undefined) {
        setTriedWithoutAddress(true);
        document.getElementById(addressesId)?.focus();
      } else if (quoteState.quote?.lines.some(({ available }) => !available)) {
        toasts.warning(t('lines.outOfStock'));
        // The books may be available again: the next confirmation uses the current stock.
        quoteState.retry();
        void refetchCart(client);
      } else if (request !== undefined) {
        const mustPayNow = request.paymentMethod === 'ONLINE' && request.total > 0;
        if (page !== 'payment' && mustPayNow) void openPayment(request);
        // If the shown total is out of date, the gateway rejects the order and returns the new quote.
        else void place(request);
      }
    },
  };
}

/** The addresses and payment options, and which of them are selected. Undefined until they are known. */
function toCheckoutOptions(
  data: CheckoutOptionsQuery | undefined,
  choice: PurchaseChoice,
  page: CheckoutPageName,
): CheckoutOptions | undefined {
  if (data?.user == null) return undefined;
  const { paymentOptions } = data;
  const { addresses, defaultAddress, lastUsedAddress } = data.user;
  const address = preselectAddress(data.user, choice.addressId);
  // The payment page only shows the address that was chosen before. If that was removed, no other one replaces it: the
  // shopper has to go back and choose.
  const isRemoved = page === 'payment' && choice.addressId !== null && choice.addressId !== address?.id;
  const chosenOption = paymentOptions.find(({ method }) => method === choice.paymentMethod);
  return {
    addresses,
    lastUsedId: lastUsedAddress?.id,
    defaultId: defaultAddress?.id,
    address: isRemoved ? undefined : address,
    paymentOptions,
    paymentMethod: (chosenOption ?? paymentOptions[0])?.method ?? 'CASH_ON_DELIVERY',
  };
}
