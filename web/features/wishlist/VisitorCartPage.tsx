import { Button } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { useSession } from '#web/auth/session.ts';
import { AddToCartButton } from '#web/cart/AddToCartButton.tsx';
import { useVisitorLines } from '#web/cart/CartProvider.tsx';
import { maxVisitorLines } from '#web/cart/visitor-lines.ts';
import { detectNameLanguage } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { PageMeta } from '#web/routing/page-head.tsx';
import { useDialog } from '#web/ui/dialog/use-dialog.ts';
import { useNavigateWhileMounted } from '#web/ui/hooks/use-navigate-while-mounted.ts';
import { ChakraPage } from '#web/ui/theme/ChakraScope.tsx';
import { LoginToBuyLink, useCartUrlAfterLogin, useIsInVisitorCart } from './LoginToBuyLink.tsx';
import { Description, VisitorProduct } from './VisitorProduct.tsx';

const loadLoginDialog = () => import('#web/auth/LoginDialog.tsx').then(({ LoginDialog }) => LoginDialog);

/**
 * Shows a visitor the chosen product (requirements.md 2.13). After a login from here, the shopper's cart opens with the
 * product in it.
 */
export function Component() {
  const { t } = useTranslation('wishlist');
  const session = useSession();
  return (
    <ChakraPage>
      <PageMeta title={t('visitorCart.title')} noIndex />
      <VisitorProduct
        title={t('visitorCart.title')}
        emptyText={t('noProduct')}
        renderDetails={(product) => (
          <>
            {product.publisher != null && (
              <p className="muted" lang={detectNameLanguage(product.publisher.name)}>
                {product.publisher.name}
              </p>
            )}
            <Description product={product} />
          </>
        )}
        renderActions={(product) => (
          <>
            {session === null ? (
              <>
                <FullCartNotice productId={product.id} />
                <LoginToBuyLink productId={product.id}>{t('visitorCart.login')}</LoginToBuyLink>
              </>
            ) : (
              <AddToCartButton product={product} flow="product" label={t('move')} className="button--solid" />
            )}
            <LoginDialogButton productId={product.id} />
          </>
        )}
      />
    </ChakraPage>
  );
}

/** Says that the product could not be added to the visitor's cart because the cart is full. */
function FullCartNotice({ productId }: { productId: string }) {
  const { t } = useTranslation('wishlist');
  const lines = useVisitorLines() ?? [];
  const isInVisitorCart = useIsInVisitorCart(productId);
  return lines.length >= maxVisitorLines && !isInVisitorCart ? (
    <p role="status">{t('visitorCart.full')}</p>
  ) : null;
}

/** Opens the login in a dialog. After the login, the cart opens with the product in it. */
function LoginDialogButton({ productId }: { productId: string }) {
  const { t } = useTranslation('wishlist');
  const navigate = useNavigateWhileMounted();
  const isVisitor = useSession() === null;
  const cartUrl = useCartUrlAfterLogin(productId);
  const cartUrlBeforeLogin = useRef(cartUrl);
  useEffect(() => {
    // The login empties the visitor's cart, so `cartUrl` would then add the product again.
    if (isVisitor) cartUrlBeforeLogin.current = cartUrl;
  });
  const { Dialog, dialogProps, openerProps } = useDialog(loadLoginDialog);
  return (
    <>
      {isVisitor && <Button {...openerProps}>{t('visitorCart.loginHere')}</Button>}
      {Dialog !== null && (
        <Dialog
          {...dialogProps}
          onSignedIn={() => void navigate(cartUrlBeforeLogin.current)}
          loginState={{ returnTo: cartUrl }}
        />
      )}
    </>
  );
}
