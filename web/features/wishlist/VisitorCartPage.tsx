import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { addToCartAfterLogin, addToCartUrl } from '#web/auth/after-login.ts';
import { loginPath } from '#web/auth/return-path.ts';
import { useSession } from '#web/auth/session.ts';
import { AddToCartButton } from '#web/cart/AddToCartButton.tsx';
import { proseLanguage, scriptLanguage } from '#web/i18n/format.ts';
import { PageMeta } from '#web/routing/page-head.tsx';
import { useDialog } from '#web/ui/dialog/use-dialog.ts';
import styles from './VisitorProductPage.module.css';
import { VisitorProductPage } from './VisitorProductPage.tsx';

const loadLoginDialog = () => import('#web/auth/LoginDialog.tsx').then(({ LoginDialog }) => LoginDialog);

/** Shows a visitor the chosen product. Logging in from here adds it to the cart (requirements.md 2.13). */
export function Component() {
  const { t } = useTranslation('wishlist');
  const session = useSession();
  return (
    <div className="container page">
      <PageMeta title={t('visitorCart.title')} noIndex />
      <VisitorProductPage
        emptyText={t('noProduct')}
        details={(product) => (
          <>
            {product.publisher != null && (
              <p className="muted" lang={scriptLanguage(product.publisher.name)}>
                {product.publisher.name}
              </p>
            )}
            {product.description != null && (
              <p
                className={styles.description}
                lang={proseLanguage(product.description, product.language?.name)}
              >
                {product.description}
              </p>
            )}
          </>
        )}
        actions={(product) => (
          <>
            {session === null ? (
              <Link
                to={loginPath}
                state={addToCartAfterLogin(product.id).state}
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
            )}
            <LoginDialogButton productId={product.id} />
          </>
        )}
      />
    </div>
  );
}

/** Opens the login in a dialog. After the login, the cart opens with the product in it. */
function LoginDialogButton({ productId }: { productId: string }) {
  const { t } = useTranslation('wishlist');
  const navigate = useNavigate();
  const isVisitor = useSession() === null;
  const { Dialog, isOpen, prepare, open, close } = useDialog(loadLoginDialog);
  return (
    <>
      {isVisitor && (
        <button
          type="button"
          className={`button ${styles.action}`}
          aria-haspopup="dialog"
          onPointerEnter={prepare}
          onClick={open}
        >
          {t('visitorCart.loginHere')}
        </button>
      )}
      {Dialog !== null && (
        <Dialog
          open={isOpen}
          onClose={close}
          onSignedIn={() => void navigate(addToCartUrl(productId))}
          returnOptions={addToCartAfterLogin(productId)}
        />
      )}
    </>
  );
}
