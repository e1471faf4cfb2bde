import { skipToken } from '@apollo/client/react';
import { useDeliveryPincode } from '#web/address/delivery-pincode.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { DeliveryEstimate } from '#web/quote/DeliveryEstimate.tsx';
import { QueryFallback } from '#web/ui/QueryFallback.tsx';
import { useProductDeliveryQuery } from './ProductDelivery.generated.ts';

/** The cost and date of delivery for one copy. */
export function ProductDelivery({ productId }: { productId: string }) {
  const { t } = useTranslation('quote');
  const pincode = useDeliveryPincode();
  const query = useProductDeliveryQuery(
    pincode === null
      ? skipToken
      : { variables: { input: { source: 'CART', lines: [{ productId, quantity: 1 }], pincode } } },
  );
  const quote = query.data?.checkoutQuote;
  const delivery =
    quote?.shipping == null || quote.deliveryDays === null
      ? undefined
      : { shipping: quote.shipping, deliveryDays: quote.deliveryDays };
  return (
    <QueryFallback
      query={query}
      skeleton={<DeliveryEstimate delivery={delivery} />}
      errorMessage={t('delivery.failed')}
    />
  );
}
