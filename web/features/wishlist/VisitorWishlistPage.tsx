import { getAddToWishlistUrl } from '#web/auth/after-login.ts';
import { loginPath } from '#web/auth/return-path.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { PageMeta } from '#web/routing/page-head.tsx';
import { LinkButton } from '#web/ui/form/buttons.tsx';
import { ChakraPage } from '#web/ui/theme/ChakraScope.tsx';
import { LoginToBuyLink } from './LoginToBuyLink.tsx';
import { Description, VisitorProduct } from './VisitorProduct.tsx';

/**
 * Shows a visitor the product they want to save. The links lead to the login, after which the product is added to the
 * cart or the wish list (requirements.md 2.13).
 */
export function Component() {
  const { t } = useTranslation('wishlist');
  return (
    <ChakraPage>
      <PageMeta title={t('visitorWishlist.title')} noIndex />
      <VisitorProduct
        title={t('visitorWishlist.title')}
        emptyText={t('visitorWishlist.noProduct')}
        renderDetails={(product) => <Description product={product} shortened />}
        renderActions={({ id }) => (
          <>
            <LoginToBuyLink productId={id}>{t('visitorWishlist.buy')}</LoginToBuyLink>
            <LinkButton to={loginPath} state={{ returnTo: getAddToWishlistUrl(id) }}>
              {t('visitorWishlist.save')}
            </LinkButton>
          </>
        )}
      />
    </ChakraPage>
  );
}
