import { skipToken } from '@apollo/client/react';
import { useDeliveryPincode } from '#web/address/delivery-pincode.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { DeliveryEstimate } from '#web/quote/DeliveryEstimate.tsx';
import { ErrorMessage } from '#web/ui/ErrorMessage.tsx';
import { useProductDeliveryQuery } from './ProductDelivery.generated.ts';

/**
 * The cost and date of delivery for one copy. The quote is for a purchase from the cart, because Add To Cart and Buy
 * Now both lead there.
 */
export function ProductDelivery({ productId }: { productId: string }) {
  const { t } = useTranslation('quote');
  const pincode = useDeliveryPincode();
  const { data, error, loading, refetch } = useProductDeliveryQuery(
    pincode === null
      ? skipToken
      : { variables: { input: { source: 'CART', lines: [{ productId, quantity: 1 }], pincode } } },
  );
  const { shipping = null, deliveryDays = null, userErrors = [] } = data?.checkoutQuote ?? {};
  if (!loading && (error ?? userErrors[0]) !== undefined) {
    return <ErrorMessage message={t('delivery.failed')} onRetry={refetch} />;
  }
  return (
    <DeliveryEstimate
      pincode={pincode}
      delivery={shipping === null || deliveryDays === null ? undefined : { shipping, deliveryDays }}
    />
  );
}
