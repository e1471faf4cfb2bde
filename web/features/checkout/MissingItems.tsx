import { Alert } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { useTranslation } from '#web/i18n/translation.tsx';
import { ordersPath } from '#web/orders/OrderContents.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/form/buttons.tsx';
import { getFailureText, mayHaveBeenPlaced, type OrderFailure } from './order-request.ts';

/** Says that selected products are no longer in the cart, because another tab or device ordered or removed them. */
export function MissingItemsNote({ count }: { count: number }) {
  const { t } = useTranslation('checkout');
  return (
    <Alert.Root status="warning" role="status" marginBlockStart="4" maxWidth={{ lg: '42rem' }}>
      <Alert.Description>
        {t('missingItems.note', { count })}{' '}
        <Link to={ordersPath} className="link">
          {t('placed.orders')}
        </Link>
      </Alert.Description>
    </Alert.Root>
  );
}

interface NoItemsLeftProps {
  /** Whether the selected products are still in the cart, but unavailable. */
  areUnavailable: boolean;
  /** Why an order for these products failed; null if none has failed. */
  failure: OrderFailure | null;
}

/** Replaces the form when none of the selected products can be ordered. */
export function NoItemsLeft({ areUnavailable, failure }: NoItemsLeftProps) {
  const { t } = useTranslation('checkout');
  const title = t(areUnavailable ? 'missingItems.unavailableTitle' : 'missingItems.title');
  const missingText = t(areUnavailable ? 'missingItems.unavailableText' : 'missingItems.text');
  // The products may be missing because they were ordered: if the REST host confirmed the order but does not list it yet,
  // the gateway removes them from the cart and reports `OUTCOME_UNKNOWN`.
  const text =
    failure !== null && mayHaveBeenPlaced(failure) ? getFailureText(failure, t, missingText) : missingText;
  return (
    <div role="status">
      <EmptyState icon="cart" title={title} text={text} level={1}>
        <LinkButton to={ordersPath} variant="solid">
          {t('placed.orders')}
        </LinkButton>
        <LinkButton to="/cart-manager">{t('backToCart')}</LinkButton>
      </EmptyState>
    </div>
  );
}
