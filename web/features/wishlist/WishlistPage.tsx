import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { PageLoader } from '#web/routing/page.tsx';
import { loginPath, returningTo } from '#web/session/return-path.ts';
import { useSession, useSessionSettled } from '#web/session/session.ts';
import { BestProductsDocument } from '#web/ui/books/BestProducts.generated.ts';
import { BestProducts } from '#web/ui/books/BestProducts.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageMeta } from '#web/ui/page-head.tsx';
import { Wishlist } from './Wishlist.tsx';
import { WishlistSkeleton } from './WishlistSkeleton.tsx';

export const loader: PageLoader = async ({ prime }) => {
  // The page can do without the strip.
  await prime(BestProductsDocument, {}).catch(() => undefined);
  return undefined;
};

/** The wish list of a signed-in shopper, and for visitors the way to it (requirements.md 2.13). */
export function Component() {
  const { t } = useTranslation('wishlist');
  return (
    <div className="container page">
      <PageMeta title={t('title')} hidden />
      <OwnWishlist />
      <BestProducts />
    </div>
  );
}

function OwnWishlist() {
  const { t } = useTranslation('shopping');
  const session = useSession();
  const settled = useSessionSettled();
  const location = useLocation();
  if (!settled) return <WishlistSkeleton />;
  if (session !== null) return <Wishlist />;
  return (
    <EmptyState title={t('wish.login')} level={1}>
      <Link to={loginPath} state={returningTo(location).state} className="button button--solid">
        {t('login')}
      </Link>
    </EmptyState>
  );
}
