import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { addToCartAfterLogin, addToWishlistAfterLogin } from '#web/auth/after-login.ts';
import { loginPath } from '#web/auth/return-path.ts';
import { proseLanguage } from '#web/i18n/format.ts';
import { PageMeta } from '#web/routing/page-head.tsx';
import { descriptionPreview } from './description-preview.ts';
import styles from './VisitorProductPage.module.css';
import { VisitorProductPage } from './VisitorProductPage.tsx';

/** The product whose heart a visitor pressed, and the ways to buy or to keep it (requirements.md 2.13). */
export function Component() {
  const { t } = useTranslation('wishlist');
  return (
    <div className="container page">
      <PageMeta title={t('visitorWishlist.title')} hidden />
      <VisitorProductPage
        nothing={t('visitorWishlist.nothing')}
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
              {t('visitorWishlist.keep')}
            </Link>
          </>
        )}
      />
    </div>
  );
}
