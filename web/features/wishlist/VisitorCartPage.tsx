import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { scriptLanguage } from '#web/i18n/format.ts';
import { loginPath } from '#web/session/return-path.ts';
import { useSession } from '#web/session/session.ts';
import { AddToCartButton } from '#web/shopping/AddToCartButton.tsx';
import { wishingForCart } from '#web/shopping/wish.ts';
import { PageMeta } from '#web/ui/page-head.tsx';
import styles from './VisitorProductPage.module.css';
import { VisitorProductPage } from './VisitorProductPage.tsx';

/** The product a visitor pressed Add for, and the way to the login, after which it is in the cart (spec.md 2.13). */
export function Component() {
  const { t } = useTranslation('wishlist');
  const session = useSession();
  return (
    <div className="container page">
      <PageMeta title={t('visitorCart.title')} hidden />
      <VisitorProductPage
        nothing={t('nothing')}
        details={(product) => (
          <>
            {product.publisher != null && (
              <p className="muted" lang={scriptLanguage(product.publisher.name, product.language?.name)}>
                {product.publisher.name}
              </p>
            )}
            {product.description != null && (
              <p
                className={styles.description}
                lang={scriptLanguage(product.description, product.language?.name)}
              >
                {product.description}
              </p>
            )}
          </>
        )}
        actions={(product) =>
          session === null ? (
            <Link
              to={loginPath}
              state={wishingForCart(product.id).state}
              className={`button button--solid ${styles.action}`}
            >
              {t('visitorCart.login')}
            </Link>
          ) : (
            <AddToCartButton
              product={product}
              label={t('move')}
              className={`button--solid ${styles.action}`}
            />
          )
        }
      />
    </div>
  );
}
