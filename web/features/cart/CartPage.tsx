import { RequireShopper } from '#web/auth/RequireShopper.tsx';
import { useTranslation } from '#web/i18n/translation.tsx';
import { PageMeta } from '#web/routing/page-head.tsx';
import { ChakraPage } from '#web/ui/theme/ChakraScope.tsx';
import { Cart } from './Cart.tsx';
import { CartSkeleton } from './CartSkeleton.tsx';

/** The cart (requirements.md 2.10). */
export function Component() {
  const { t } = useTranslation('cart');
  return (
    <ChakraPage>
      <PageMeta title={t('title')} noIndex />
      <RequireShopper message={t('loginRequired')} fallback={<CartSkeleton />}>
        <Cart />
      </RequireShopper>
    </ChakraPage>
  );
}
