import { useLocation } from 'react-router-dom';
import { useTranslation } from '#web/i18n/translation.tsx';
import { getStepLocation } from '#web/quote/purchase-choice.ts';
import { LinkButton } from '#web/ui/form/buttons.tsx';
import { type CheckoutPageName, checkoutPages } from './checkout-pages.ts';

interface BackLinkProps {
  page: CheckoutPageName;
  /** The navigation state for the previous step. */
  state?: unknown;
  /** Whether clicks are ignored, because the order is being placed. */
  placing?: boolean;
  width?: 'full';
}

/**
 * The link to the previous step, which keeps the shopper's choices. From the address page of a single product, it leads
 * to the whole cart, without these choices.
 */
export function BackLink({ page, placing = false, ...buttonProps }: BackLinkProps) {
  const { t } = useTranslation('checkout');
  const { search } = useLocation();
  const previousStep = page === 'payment' ? 'address' : 'cart';
  return (
    <LinkButton
      to={getStepLocation(previousStep, search)}
      aria-disabled={placing}
      onClick={(event) => {
        if (placing) event.preventDefault();
      }}
      {...buttonProps}
    >
      {t(checkoutPages[page].back)}
    </LinkButton>
  );
}
