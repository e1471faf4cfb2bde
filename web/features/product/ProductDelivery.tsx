import { skipToken } from '@apollo/client/react';
import { useDeliveryPincode } from '#web/address/delivery-pincode.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { DeliveryEstimate } from '#web/quote/DeliveryEstimate.tsx';
import { ErrorMessage } from '#web/ui/ErrorMessage.tsx';
import { useProductDeliveryQuery } from './ProductDelivery.generated.ts';

/** The cost and date of delivery for one copy. */
export function ProductDelivery({ productId }: { productId: string }) {
  const { t } = useTranslation('quote');
  const pincode = useDeliveryPincode();
  const { data, error, loading, refetch } = useProductDeliveryQuery(
    pincode === null
      ? skipToken
      : { variables: { input: { source: 'CART', lines: [{ productId, quantity: 1 }], pincode } } },
  );
  const quote = data?.checkoutQuote;
  const hasUserErrors = !loading && quote !== undefined && quote.userErrors.length > 0;
  if (error !== undefined || hasUserErrors) {
    return <ErrorMessage message={t('delivery.failed')} onRetry={() => refetch().catch(() => undefined)} />;
  }
  const delivery =
    quote?.shipping == null || quote.deliveryDays === null
      ? undefined
      : { shipping: quote.shipping, deliveryDays: quote.deliveryDays };
  return <DeliveryEstimate delivery={delivery} />;
}
