import { useState } from 'react';
import { RequireShopper } from '#web/auth/RequireShopper.tsx';
import { useSession, useSessionSettled } from '#web/auth/session.ts';
import { useVisitorLines } from '#web/cart/CartProvider.tsx';
import { visitorCartText } from '#web/cart/visitor-cart-storage.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { PurchaseSteps } from '#web/quote/PurchaseSteps.tsx';
import { PageMeta } from '#web/routing/page-head.tsx';
import { useStoredText } from '#web/ui/browser-storage.ts';
import { ChakraPage } from '#web/ui/theme/ChakraScope.tsx';
import { Cart } from './Cart.tsx';
import { CartSkeleton } from './CartSkeleton.tsx';
import { VisitorCart } from './VisitorCart.tsx';

/**
 * The cart (requirements.md 2.10). Visitors see the books that they have added. Those who arrive with an empty cart are
 * sent to the login.
 */
export function Component() {
  const { t } = useTranslation('cart');
  const isVisitor = useSession() === null;
  const settled = useSessionSettled();
  const hasVisitorCart = useStoredText(visitorCartText) !== null;
  // A visitor who removes the last book stays on the page.
  const [hasShownBooks, setHasShownBooks] = useState(false);
  const hasBooks = (useVisitorLines() ?? []).length > 0;
  if (hasBooks && !hasShownBooks) setHasShownBooks(true);
  return (
    <ChakraPage>
      <PageMeta title={t('title')} noIndex />
      <PurchaseSteps current="cart" />
      {settled && isVisitor && (hasVisitorCart || hasShownBooks) ? (
        <VisitorCart />
      ) : (
        <RequireShopper message={t('loginRequired')} fallback={<CartSkeleton />}>
          <Cart />
        </RequireShopper>
      )}
    </ChakraPage>
  );
}
