import { useLocation } from 'react-router-dom';
import { createLoginState, loginPath } from '#web/auth/return-path.ts';
import { useSession, useSessionSettled } from '#web/auth/session.ts';
import { BestProductsDocument } from '#web/catalogue/BestProducts.generated.ts';
import { BestProducts } from '#web/catalogue/BestProducts.tsx';
import { useTranslation } from '#web/i18n/translation.tsx';
import type { PageLoader } from '#web/routing/page.tsx';
import { PageMeta } from '#web/routing/page-head.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/form/buttons.tsx';
import { ChakraPage } from '#web/ui/theme/ChakraScope.tsx';
import { Wishlist } from './Wishlist.tsx';
import { WishlistSkeleton } from './WishlistSkeleton.tsx';

export const loader: PageLoader = async ({ preload }) => {
  // A failure to load the best products must not fail the page.
  await preload(BestProductsDocument, {}).catch(() => undefined);
};

/** The wish list of a signed-in shopper. Visitors see a link to the login page instead (requirements.md 2.13). */
export function Component() {
  const { t } = useTranslation('wishlist');
  return (
    <ChakraPage>
      <PageMeta title={t('title')} noIndex />
      <WishlistOrLogin />
    </ChakraPage>
  );
}

function WishlistOrLogin() {
  const { t } = useTranslation('wishlist');
  const { t: tAuth } = useTranslation('auth');
  const session = useSession();
  const settled = useSessionSettled();
  const location = useLocation();
  if (!settled) return <WishlistSkeleton />;
  if (session !== null) return <Wishlist key={session.userId} />;
  return (
    <>
      <EmptyState icon="heart" title={t('loginRequired')} level={1}>
        <LinkButton to={loginPath} replace state={createLoginState(location)} variant="solid">
          {tAuth('loginLink')}
        </LinkButton>
      </EmptyState>
      <BestProducts addFlow="product" />
    </>
  );
}
