import { createAddToCartReturnOptions } from '#web/auth/after-login.ts';
import { loginPath } from '#web/auth/return-path.ts';
import { useVisitorLines } from '#web/cart/CartProvider.tsx';
import { LinkButton } from '#web/ui/form/buttons.tsx';

interface LoginToBuyLinkProps {
  productId: string;
  children: string;
}

/** A link to the login page. After the login, the cart opens with the product in it. */
export function LoginToBuyLink({ productId, children }: LoginToBuyLinkProps) {
  const isInVisitorCart = useIsInVisitorCart(productId);
  const state = isInVisitorCart
    ? { returnTo: '/cart-manager' }
    : createAddToCartReturnOptions(productId).state;
  return (
    <LinkButton to={loginPath} state={state} variant="solid">
      {children}
    </LinkButton>
  );
}

/** Whether the visitor's cart contains the product. If it does, the login adds it to the shopper's cart anyway. */
export function useIsInVisitorCart(productId: string): boolean {
  return useVisitorLines()?.some((line) => line.productId === productId) === true;
}
