import { Alert, type AlertRootProps } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { useTranslation } from '#web/i18n/translation.tsx';
import { ordersPath } from '#web/orders/OrderContents.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/form/buttons.tsx';

/** A note above the checkout form. */
export function Note({ children, ...alert }: AlertRootProps) {
  return (
    <Alert.Root marginBlockStart="4" maxWidth={{ lg: '42rem' }} {...alert}>
      <Alert.Description>{children}</Alert.Description>
    </Alert.Root>
  );
}

/** Says that selected products are no longer in the cart, because another tab ordered or removed them. */
export function MissingItemsNote({ count }: { count: number }) {
  const { t } = useTranslation('checkout');
  return (
    <Note status="warning" role="status">
      {t('missingItems.note', { count })}{' '}
      <Link to={ordersPath} className="link">
        {t('placed.orders')}
      </Link>
    </Note>
  );
}

/** Replaces the page when none of the selected products is left in the cart. */
export function NoItemsLeft() {
  const { t } = useTranslation('checkout');
  return (
    <div role="status">
      <EmptyState icon="cart" title={t('missingItems.title')} text={t('missingItems.text')} level={1}>
        <LinkButton to={ordersPath} variant="solid">
          {t('placed.orders')}
        </LinkButton>
        <LinkButton to="/cart-manager">{t('backToCart')}</LinkButton>
      </EmptyState>
    </div>
  );
}
