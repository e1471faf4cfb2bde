import { useApolloClient } from '@apollo/client/react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { addToCartAfterLogin } from '#web/auth/after-login.ts';
import { loginPath } from '#web/auth/return-path.ts';
import { browserSession } from '#web/auth/session.ts';
import { ShopperChangedError } from '#web/auth/shopper-changed-error.ts';
import { useTimeout } from '#web/ui/hooks/use-timeout.ts';
import { successDurationMs, useToast } from '#web/ui/toast/toasts.ts';
import { addToCart } from './cart-mutations.ts';
import { toRejection } from './change-rejected-error.ts';
import { useCartAndWishlist } from './use-cart.ts';

/** How long a message of success stands before the cart opens, in milliseconds (requirements.md 9). */
const listingDelayMs = 500;
const confirmedDelayMs = 1500;

interface AddToCartOptions {
  /** True on the category, publisher, author and language pages: the shopper confirms before the product is added. */
  confirmFirst: boolean;
}

/** What the decision needs to know of a product. */
export interface ProductToAdd {
  id: string;
  available: boolean;
}

interface AddToCart {
  addToCart: (product: ProductToAdd) => Promise<void>;
  /** From the press until the cart opens or something came in the way. */
  adding: boolean;
}

/**
 * Puts a product into the cart with all the questions, messages and ways of requirements.md 4 and 8: a
 * visitor comes to the screen that leads to the login, and the wish survives it.
 */
export function useAddToCart({ confirmFirst }: AddToCartOptions): AddToCart {
  const { t } = useTranslation('shopping');
  const client = useApolloClient();
  const toast = useToast();
  const navigate = useNavigate();
  const { quantities } = useCartAndWishlist();
  const later = useTimeout();
  const running = useRef(false);
  const [adding, setAdding] = useState(false);
  const openCart = () => void navigate('/cart-manager');

  async function run(product: ProductToAdd): Promise<void> {
    const shopper = await browserSession().known();
    if (shopper === null) {
      await navigate('/cart-without-login', { state: { productId: product.id } });
      return;
    }
    if (quantities.has(product.id)) return showAlreadyInCart();
    const question = confirmationFor(product);
    if (question !== null && !(await toast.confirm(question))) return;
    try {
      await addToCart(client, product.id);
    } catch (error) {
      return fail(error, product);
    }
    if (confirmFirst) toast.success(t('add.asked.done'), { title: t('add.asked.title') });
    else toast.success(t('add.done'), { duration: successDurationMs });
    await new Promise<void>((resolve) => {
      later(confirmFirst ? confirmedDelayMs : listingDelayMs, () => {
        resolve();
        openCart();
      });
    });
  }

  function confirmationFor({ available }: ProductToAdd) {
    const answers = { confirmText: t('add.confirm'), cancelText: t('add.cancel') };
    if (!available) return { title: t('add.unavailable.title'), text: t('add.unavailable.text'), ...answers };
    return confirmFirst ? { title: t('add.asked.question'), text: t('add.asked.text'), ...answers } : null;
  }

  async function showAlreadyInCart(): Promise<void> {
    const open = await toast.confirm({
      title: t('add.already.title'),
      text: t('add.already.text'),
      confirmText: t('add.already.open'),
      cancelText: t('add.already.stay'),
    });
    if (open) openCart();
  }

  async function fail(error: unknown, product: ProductToAdd): Promise<void> {
    if (error instanceof ShopperChangedError) return;
    const refusal = toRejection(error);
    if (refusal?.code === 'ALREADY_IN_CART') return showAlreadyInCart();
    if (refusal?.code === 'NOT_SIGNED_IN') {
      toast.warning(t('cart.login'));
      await navigate(loginPath, addToCartAfterLogin(product.id));
      return;
    }
    // The gateway's own words for it when the shop's records gave none; not to be said twice.
    const message =
      refusal?.code === 'FAILED' ? t('add.unreachable') : (refusal?.message ?? t('add.unreachable'));
    const text = confirmFirst ? t('add.asked.failed') : t('add.failed', { message });
    toast.error(text, { title: t('add.oops') });
  }

  return {
    adding,
    addToCart: async (product) => {
      // The second press of a double click.
      if (running.current) return;
      running.current = true;
      setAdding(true);
      try {
        await run(product);
      } finally {
        running.current = false;
        setAdding(false);
      }
    },
  };
}
