import { Box, Grid } from '@chakra-ui/react';
import { useLocation, useNavigate } from 'react-router-dom';
import { toPincode, useDeliveryPincode } from '#web/address/delivery-pincode.ts';
import type { CartLine } from '#web/cart/optimistic-cart.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { isRecord } from '#web/payload.ts';
import { useCheckoutOptionsQuery } from '#web/quote/CheckoutOptions.generated.ts';
import { CouponChooser } from '#web/quote/CouponChooser.tsx';
import { PurchaseColumns } from '#web/quote/PurchaseColumns.tsx';
import { preselectAddress } from '#web/quote/preselect-address.ts';
import { replaceOptions, usePurchaseChoice } from '#web/quote/purchase-choice.ts';
import { useClearRejectedCoupon } from '#web/quote/use-clear-rejected-coupon.ts';
import { type Quote, useQuote } from '#web/quote/use-quote.ts';
import { LabelledCheckbox } from '#web/ui/form/choice-fields.tsx';
import { AnimatedList, AnimatedListItem } from '#web/ui/motion/motion.tsx';
import { passFocusToHeading } from '#web/ui/theme/PlaceholderHeading.tsx';
import { CartLineRow } from './CartLineRow.tsx';
import { CartSummary } from './CartSummary.tsx';
import { useLineChanges } from './use-line-changes.ts';

/**
 * The lines, coupons and summary of a cart that is not empty. This file is loaded after hydration, because it imports
 * the animation library.
 */
export function FilledCart({ lines }: { lines: readonly CartLine[] }) {
  const { t } = useTranslation('cart');
  const [{ excludedIds, couponId, addressId }, changeChoice] = usePurchaseChoice();
  const isSelected = ({ available, product }: CartLine) => available && !excludedIds.includes(product.id);
  const selectedLines = lines
    .filter(isSelected)
    .map(({ product, quantity }) => ({ productId: product.id, quantity }));
  const [pincode, enterPincode] = useCartPincode(addressId);
  const isPincodeLoading = pincode === undefined;
  const quoteState = useQuote({
    source: 'CART',
    // No quote is requested while the PIN code loads: without it, the shipping could be wrong.
    lines: isPincodeLoading ? [] : selectedLines,
    couponId,
    pincode: pincode ?? null,
  });
  useClearRejectedCoupon(quoteState.error);
  const { changeQuantity, remove } = useLineChanges();
  const availableLines = lines.filter((line) => line.available);
  return (
    <>
      <Box as="h1" ref={passFocusToHeading} tabIndex={-1}>
        {t('title')}
      </Box>
      <PurchaseColumns
        side={
          <Grid gap="7">
            <CouponChooser
              itemTotal={quoteState.quote?.itemTotal}
              selectedId={couponId}
              onSelect={(newCouponId) => changeChoice({ couponId: newCouponId })}
            />
            <CartSummary
              hasSelection={selectedLines.length > 0}
              quoteState={isPincodeLoading ? { ...quoteState, stale: true } : quoteState}
              pincode={pincode}
              onPincodeEntered={enterPincode}
            />
          </Grid>
        }
      >
        <section aria-label={t('lines')}>
          <SelectAll
            count={selectedLines.length}
            total={availableLines.length}
            onChange={(isChecked) =>
              changeChoice({ excludedIds: isChecked ? [] : availableLines.map(({ product }) => product.id) })
            }
          />
          <Box as="ul" borderBlockStartWidth="1px">
            <AnimatedList>
              {lines.map((line) => (
                <AnimatedListItem key={line.product.id}>
                  <CartLineRow
                    line={line}
                    selected={isSelected(line)}
                    stockLeft={getStockBelowQuantity(line, quoteState.quote)}
                    onSelect={(isChecked) =>
                      changeChoice({ excludedIds: setExcluded(excludedIds, line.product.id, !isChecked) })
                    }
                    onQuantityChange={(quantity) => void changeQuantity(line, quantity)}
                    onRemove={() => void remove(line)}
                  />
                </AnimatedListItem>
              ))}
            </AnimatedList>
          </Box>
        </section>
      </PurchaseColumns>
    </>
  );
}

/**
 * The PIN code for the quote, and a function to call with a PIN code that the shopper enters on this page. An entered
 * PIN code comes first, then that of the address that the checkout will preselect, then the one that the browser
 * remembers. Null if the address has no valid PIN code, or if none is known. Undefined while the addresses are loading.
 */
function useCartPincode(addressId: string | null): [string | null | undefined, (pincode: string) => void] {
  // In the history entry, so that the PIN code survives a reload and Back.
  const location = useLocation();
  const state: unknown = location.state;
  const enteredPincode = isRecord(state) ? toPincode(String(state.pincode)) : null;
  const navigate = useNavigate();
  const enterPincode = (pincode: string) =>
    void navigate({ search: location.search }, { ...replaceOptions, state: { pincode } });
  const rememberedPincode = useDeliveryPincode();
  // Without the checkout's `errorPolicy: 'all'`, which would cache null for a last used address that could not be read.
  const { data, loading } = useCheckoutOptionsQuery();
  if (enteredPincode !== null) return [enteredPincode, enterPincode];
  const address = data?.user && preselectAddress(data.user, addressId);
  const pincode = address ? toPincode(address.pincode) : rememberedPincode;
  return [loading ? undefined : pincode, enterPincode];
}

/** Adds a product to the excluded ones, or removes it from them. */
function setExcluded(excludedIds: readonly string[], productId: string, isExcluded: boolean): string[] {
  const otherIds = excludedIds.filter((id) => id !== productId);
  return isExcluded ? [...otherIds, productId] : otherIds;
}

interface SelectAllProps {
  /** The number of selected lines. */
  count: number;
  /** The number of lines that can be selected. */
  total: number;
  onChange: (selected: boolean) => void;
}

/** Selects or deselects all available lines. */
function SelectAll({ count, total, onChange }: SelectAllProps) {
  const { t } = useTranslation('cart');
  if (total === 0) return null;
  return (
    <Box paddingBlock="2">
      <LabelledCheckbox
        checked={count === total ? true : count > 0 ? 'indeterminate' : false}
        onChange={onChange}
        label={
          <>
            <span className="visually-hidden">{t('selectAll')}</span> {t('selected', { count, total })}
          </>
        }
      />
    </Box>
  );
}

/** The remaining stock if it is less than the line's quantity; else undefined. */
function getStockBelowQuantity({ product, quantity }: CartLine, quote: Quote | undefined) {
  const stock = quote?.lines.find((line) => line.product.id === product.id)?.product.remainingQuantity;
  return typeof stock === 'number' && stock < quantity ? stock : undefined;
}
