import { Alert, Button, Card, Grid, Text } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import type { AddressFieldsFragment } from '#web/address/AddressFragment.generated.ts';
import { detectNameLanguage, formatRupees } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { CouponChooser } from '#web/quote/CouponChooser.tsx';
import { DeliveryText } from '#web/quote/DeliveryEstimate.tsx';
import { OrderSummary } from '#web/quote/OrderSummary.tsx';
import { PurchaseColumns } from '#web/quote/PurchaseColumns.tsx';
import { QueryFallback } from '#web/ui/QueryFallback.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { AddressChoice, AddressLines, addressesId } from './AddressChoice.tsx';
import { BackLink } from './BackLink.tsx';
import { checkoutPages } from './checkout-pages.ts';
import { OrderLines } from './OrderLines.tsx';
import { canRetry, OrderProblem } from './OrderProblem.tsx';
import { mayHaveBeenPlaced } from './order-request.ts';
import { PaymentChoice } from './PaymentChoice.tsx';
import { type Checkout, type CheckoutInput, useCheckout } from './use-checkout.ts';

interface CheckoutFormProps extends CheckoutInput {
  /** Shown above the form. */
  introduction?: ReactNode;
  /** Sets a line's quantity; 0 removes the product from the order. */
  onQuantityChange: (productId: string, quantity: number) => void;
}

/** Address, payment, products and total of an order, and the button that confirms it. */
export function CheckoutForm(props: CheckoutFormProps) {
  const { introduction, onQuantityChange, ...input } = props;
  const { page, lines, order } = input;
  const { t } = useTranslation('checkout');
  const checkout = useCheckout(input);
  // The coupon and quantity of a single product are chosen on its address page, those of the cart on the cart page.
  const isConfigurable = page === 'single';
  const isPlacingOrResuming = order.placing || order.isResuming;
  const { quote, stale, error, retry } = checkout.quoteState;
  const changeQuantity = (productId: string, quantity: number) => {
    // An order that is being placed must not change: if the response is lost, the same order is sent again.
    if (!order.placing) onQuantityChange(productId, quantity);
  };
  const areOptionsLoading = checkout.options === undefined && checkout.optionsQuery.error === undefined;

  return (
    <>
      <h1>{t(checkoutPages[page].title)}</h1>
      {introduction}
      <PurchaseColumns
        side={
          <OrderSummary quote={quote} stale={stale} error={error} onRetry={retry}>
            {checkout.pincode !== null && (
              <p>
                <DeliveryText pincode={checkout.pincode} delivery={stale ? undefined : (quote ?? null)} />
              </p>
            )}
            {checkout.previousTotal !== null && quote !== undefined && (
              <Alert.Root status="warning" role="status">
                {t('totalChanged', {
                  before: formatRupees(checkout.previousTotal),
                  now: formatRupees(quote.grandTotal),
                })}
              </Alert.Root>
            )}
            {order.failure !== null && (
              <OrderProblem
                failure={order.failure}
                failedText={t(checkoutPages[page].failed)}
                onRetry={checkout.confirm}
                onStartNewOrder={order.startNewOrder}
              />
            )}
            <Button
              variant={quote === undefined ? 'outline' : 'solid'}
              width="full"
              aria-disabled={quote === undefined}
              // The buttons of the error message replace this button.
              hidden={order.failure !== null && (canRetry(order.failure) || mayHaveBeenPlaced(order.failure))}
              aria-busy={isPlacingOrResuming}
              onClick={({ detail }) => {
                // The button of the previous page was at the same place: the second click of a double click on that
                // button must not confirm the order before the shopper has seen this page.
                if (detail <= 1 && !isPlacingOrResuming) checkout.confirm();
              }}
            >
              {t(checkoutPages[page].confirm)}
            </Button>
            <BackLink page={page} state={order.linkState} placing={order.placing} width="full" />
          </OrderSummary>
        }
      >
        {/* At least as high as the screen while the options load, so that on phones, the summary moves only while it is
            out of view. */}
        <Grid gap="9" alignContent="start" minWidth="0" {...(areOptionsLoading && { minHeight: '100dvh' })}>
          <DeliveryAndPayment checkout={checkout} canChooseAddress={page !== 'payment'} />
          {/* Shown only after the options: otherwise, the lines and coupons would move when the options load. */}
          {!areOptionsLoading && (
            <>
              {/* If the quote failed, the summary shows the error; a skeleton here would look like loading. */}
              {error === undefined && (
                <OrderLines
                  lines={quote?.lines}
                  canChooseQuantity={isConfigurable}
                  canRemove={lines.length > 1}
                  onQuantityChange={changeQuantity}
                />
              )}
              {isConfigurable && (
                <CouponChooser
                  itemTotal={quote?.itemTotal}
                  selectedId={checkout.couponId}
                  onSelect={checkout.selectCoupon}
                />
              )}
            </>
          )}
        </Grid>
      </PurchaseColumns>
    </>
  );
}

interface DeliveryAndPaymentProps {
  checkout: Checkout;
  /** Whether the shopper can choose the address. If not, it is only shown. */
  canChooseAddress: boolean;
}

function DeliveryAndPayment({ checkout, canChooseAddress }: DeliveryAndPaymentProps) {
  const { t } = useTranslation('checkout');
  const { options, optionsQuery, isAddressMissing, quoteState } = checkout;
  if (options === undefined) {
    return (
      <QueryFallback
        query={optionsQuery}
        skeleton={<Skeleton height="16rem" />}
        errorMessage={t('addresses.failed')}
      />
    );
  }
  const { addresses, lastUsedId, defaultId, address, paymentOptions, paymentMethod } = options;
  return (
    <>
      {canChooseAddress ? (
        <AddressChoice
          addresses={addresses}
          lastUsedId={lastUsedId}
          defaultId={defaultId}
          selectedId={address?.id ?? null}
          isMissing={isAddressMissing}
          onSelect={checkout.selectAddress}
        />
      ) : (
        <DeliveryAddress address={address} isMissing={isAddressMissing} />
      )}
      {quoteState.quote?.grandTotal !== 0 && (
        <PaymentChoice options={paymentOptions} selected={paymentMethod} onSelect={checkout.selectPayment} />
      )}
    </>
  );
}

interface DeliveryAddressProps {
  address: AddressFieldsFragment | undefined;
  /** Whether the shopper has tried to confirm without an address. */
  isMissing: boolean;
}

function DeliveryAddress({ address, isMissing }: DeliveryAddressProps) {
  const { t } = useTranslation('checkout');
  const missingId = useId();
  return (
    <section
      id={addressesId}
      tabIndex={-1}
      aria-label={t('placed.address')}
      // Announced when the section gets the focus. An alert would not be, because the text is already there.
      aria-describedby={address === undefined ? missingId : undefined}
    >
      <Text as="h2" marginBlockEnd="3" fontSize="var(--title-3)">
        {t('placed.address')}
      </Text>
      <Card.Root>
        <Card.Body
          gap="0"
          padding="4"
          overflowWrap="anywhere"
          lang={detectNameLanguage(address?.address ?? '')}
        >
          {address === undefined ? (
            <Text id={missingId} {...(isMissing && { color: 'fg.error' })}>
              {t('addresses.missing')}
            </Text>
          ) : (
            <AddressLines address={address} />
          )}
        </Card.Body>
      </Card.Root>
    </section>
  );
}
