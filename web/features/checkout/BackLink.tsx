import { useLocation } from 'react-router-dom';
import type { CheckoutSource } from '#web/generated/schema.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { buildStepQuery } from '#web/quote/purchase-choice.ts';
import { LinkButton } from '#web/ui/form/buttons.tsx';
import { checkoutPages } from './checkout-pages.ts';

interface BackLinkProps {
  source: CheckoutSource;
  width?: 'full';
}

/** The link to the previous step. It contains the selected products. */
export function BackLink({ source, ...buttonProps }: BackLinkProps) {
  const { t } = useTranslation('checkout');
  const { search } = useLocation();
  const { back, backPath } = checkoutPages[source];
  return (
    <LinkButton
      to={{ pathname: backPath, search: source === 'SINGLE_PRODUCT' ? '' : buildStepQuery(search) }}
      {...buttonProps}
    >
      {t(back)}
    </LinkButton>
  );
}
