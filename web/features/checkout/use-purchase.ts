import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AddressFieldsFragment } from '#web/address/AddressFragment.generated.ts';
import type { CheckoutSource } from '#web/generated/schema.ts';
import { keepChoice, keptChoice, type SelectedLine } from '#web/quote/purchase-selection.ts';
import { type QuoteState, useQuote } from '#web/quote/use-quote.ts';
import { useToast } from '#web/ui/toast/toasts.ts';
import { useCheckoutAddressesQuery } from './CheckoutAddresses.generated.ts';
import type { KeptEntry } from './checkout-state.ts';
import type { OrderFailure } from './order-attempt.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { useOrder } from './use-order.ts';

export interface PurchaseOptions {
  source: CheckoutSource;
  lines: readonly SelectedLine[];
  couponId: string | null;
  kept: KeptEntry;
  provider?: PaymentProvider;
}

export interface Purchase {
  priced: QuoteState;
  /** What the shopper was told before, when it is another total now; in rupees. */
  earlierTotal: number | null;
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
  ordersSeen: boolean;
  noteOrdersSeen: () => Promise<void>;
  startAnew: () => Promise<void>;
  chooseCoupon: (couponId: string | null) => void;
  /** Changes what is bought; the price the shopper saw before no longer counts. */
  changeLines: (lines: SelectedLine[]) => void;
}

/** All a checkout screen knows and does: price, address, and the one order. */
export function usePurchase({ source, lines, couponId, kept, provider }: PurchaseOptions): Purchase {
  const { t } = useTranslation('checkout');
  const notice = useToast();
  const { entry, keep } = kept;
  const priced = useQuote({ source, lines, couponId }, true);
  const { data, error, refetch } = useCheckoutAddressesQuery();
  const addresses = data?.user?.addresses;
  const addressId = chosenAddress(addresses, entry.addressId ?? keptChoice()?.addressId ?? null);
  const { place, dismiss, ...ordering } = useOrder(source, kept, provider);
  const { failure } = ordering;
  const addressGone = failure?.code === 'ADDRESS_NOT_FOUND';
  useEffect(() => {
    // Removed elsewhere: the choice shows what there is now.
    if (addressGone) void refetch();
  }, [addressGone, refetch]);
  const [addressMissing, setAddressMissing] = useState(false);
  const total = priced.quote?.grandTotal;
  const seen = entry.seenTotal ?? null;

  const change = (next: Partial<KeptEntry['entry']>) => {
    dismiss();
    const changed = { ...entry, attempt: undefined, lines: [...lines], couponId, ...next };
    void keep(changed);
    // A single product is bought beside the cart: what was chosen there stays.
    if (source === 'SINGLE_PRODUCT') return;
    keepChoice({
      lines: changed.lines,
      couponId: changed.couponId,
      addressId: changed.addressId ?? addressId,
      unchecked: keptChoice()?.unchecked ?? [],
    });
  };

  return {
    priced,
    earlierTotal: seen !== null && total !== undefined && !priced.stale && seen !== total ? seen : null,
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
    chooseCoupon: (chosen) => change({ couponId: chosen, seenTotal: null }),
    changeLines: (changed) => change({ lines: changed, seenTotal: null }),
    confirm: async () => {
      if (addressId === null) {
        setAddressMissing(true);
        notice.warning(t('addresses.missing'));
        document.getElementById('addresses')?.focus();
        return;
      }
      if (total === undefined) return;
      if (priced.quote?.lines.some(({ available }) => !available)) {
        notice.warning(t('lines.outOfStock'));
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
