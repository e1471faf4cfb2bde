import { getAddToCartUrl } from '#web/auth/after-login.ts';
import { loginPath } from '#web/auth/return-path.ts';
import { useVisitorLines } from '#web/cart/CartProvider.tsx';
import { LinkButton } from '#web/ui/form/buttons.tsx';

interface LoginToBuyLinkProps {
  productId: string;
  children: string;
}

/** A link to the login page. After the login, the cart opens with the product in it. */
export function LoginToBuyLink({ productId, children }: LoginToBuyLinkProps) {
  const returnTo = useCartUrlAfterLogin(productId);
  return (
    <LinkButton to={loginPath} state={{ returnTo }} variant="solid">
      {children}
    </LinkButton>
  );
}

/**
 * The URL that opens the cart with the product in it after the login. The login itself adds the products of the
 * visitor's cart. If this product is one of them, the URL omits it.
 */
export function useCartUrlAfterLogin(productId: string): string {
  return useIsInVisitorCart(productId) ? '/cart-manager' : getAddToCartUrl(productId);
}

export function useIsInVisitorCart(productId: string): boolean {
  return useVisitorLines()?.some((line) => line.productId === productId) === true;
}
