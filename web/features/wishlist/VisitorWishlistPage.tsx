import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { addToCartAfterLogin, addToWishlistAfterLogin } from '#web/auth/after-login.ts';
import { loginPath } from '#web/auth/return-path.ts';
import { proseLanguage } from '#web/i18n/format.ts';
import { PageMeta } from '#web/routing/page-head.tsx';
import { descriptionPreview } from './description-preview.ts';
import styles from './VisitorProductPage.module.css';
import { VisitorProductPage } from './VisitorProductPage.tsx';

/**
 * Shows a visitor the product they want to save. The links lead to the login, which then adds it to the cart or the
 * wish list (requirements.md 2.13).
 */
export function Component() {
  const { t } = useTranslation('wishlist');
  return (
    <div className="container page">
      <PageMeta title={t('visitorWishlist.title')} noIndex />
      <VisitorProductPage
        emptyText={t('visitorWishlist.noProduct')}
        details={({ description, language }) =>
          description != null && (
            <p className={styles.description} lang={proseLanguage(description, language?.name)}>
              {descriptionPreview(description)}
            </p>
          )
        }
        actions={({ id }) => (
          <>
            <Link
              to={loginPath}
              state={addToCartAfterLogin(id).state}
              className={`button button--solid ${styles.action}`}
            >
              {t('visitorWishlist.buy')}
            </Link>
            <Link
              to={loginPath}
              state={addToWishlistAfterLogin(id).state}
              className={`button ${styles.action}`}
            >
              {t('visitorWishlist.save')}
            </Link>
          </>
        )}
      />
    </div>
  );
}
