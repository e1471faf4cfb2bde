import { skipToken } from '@apollo/client/react';
import { useDeliveryPincode } from '#web/address/delivery-pincode.ts';
import { DeliveryEstimate } from '#web/quote/DeliveryEstimate.tsx';
import { useProductDeliveryQuery } from './ProductDelivery.generated.ts';

/** The cost and date of delivery for one copy. */
export function ProductDelivery({ productId }: { productId: string }) {
  const pincode = useDeliveryPincode();
  const { data } = useProductDeliveryQuery(
    pincode === null
      ? skipToken
      : { variables: { input: { source: 'CART', lines: [{ productId, quantity: 1 }], pincode } } },
  );
  const quote = data?.checkoutQuote;
  const delivery =
    quote?.shipping == null || quote.deliveryDays === null
      ? undefined
      : { shipping: quote.shipping, deliveryDays: quote.deliveryDays };
  return <DeliveryEstimate delivery={delivery} />;
}
