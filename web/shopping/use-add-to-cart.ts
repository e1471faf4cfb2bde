import { useApolloClient } from '@apollo/client/react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { loginPath } from '#web/session/return-path.ts';
import { browserSession } from '#web/session/session.ts';
import { ShopperLeft } from '#web/session/shopper-left.ts';
import { successTime, useNotice } from '#web/ui/notices/notices.ts';
import { refusalOf } from './change-refused.ts';
import { addToCart } from './holdings-changes.ts';
import { useHoldings } from './use-holdings.ts';
import { useLater } from './use-later.ts';
import { wishingForCart } from './wish.ts';

/** How long a message of success stands before the cart opens, in milliseconds (requirements.md 9). */
const listingPause = 500;
const askedPause = 1500;

interface AddToCartOptions {
  /** True on the category, publisher, author and language pages: they ask before they add. */
  ask: boolean;
}

/** What the decision needs to know of a product. */
export interface ProductToAdd {
  id: string;
  available: boolean;
}

interface AddingToCart {
  addToCart: (product: ProductToAdd) => Promise<void>;
  /** From the press until the cart opens or something came in the way. */
  adding: boolean;
}

/**
 * Puts a product into the cart with all the questions, messages and ways of requirements.md 4 and 8: a
 * visitor comes to the screen that leads to the login, and the wish survives it.
 */
export function useAddToCart({ ask }: AddToCartOptions): AddingToCart {
  const { t } = useTranslation('shopping');
  const client = useApolloClient();
  const notice = useNotice();
  const navigate = useNavigate();
  const { quantities } = useHoldings();
  const later = useLater();
  const running = useRef(false);
  const [adding, setAdding] = useState(false);
  const openCart = () => void navigate('/cart-manager');

  async function run(product: ProductToAdd): Promise<void> {
    const shopper = await browserSession().known();
    if (shopper === null) {
      await navigate('/cart-without-login', { state: { productId: product.id } });
      return;
    }
    if (quantities.has(product.id)) return tellItIsThere();
    const question = questionFor(product);
    if (question !== null && !(await notice.confirm(question))) return;
    try {
      await addToCart(client, product.id);
    } catch (error) {
      return fail(error, product);
    }
    if (ask) notice.success(t('add.asked.done'), { title: t('add.asked.title') });
    else notice.success(t('add.done'), { duration: successTime });
    await new Promise<void>((resolve) => {
      later(ask ? askedPause : listingPause, () => {
        resolve();
        openCart();
      });
    });
  }

  function questionFor({ available }: ProductToAdd) {
    const answers = { confirmText: t('add.confirm'), cancelText: t('add.cancel') };
    if (!available) return { title: t('add.unavailable.title'), text: t('add.unavailable.text'), ...answers };
    return ask ? { title: t('add.asked.question'), text: t('add.asked.text'), ...answers } : null;
  }

  async function tellItIsThere(): Promise<void> {
    const open = await notice.confirm({
      title: t('add.already.title'),
      text: t('add.already.text'),
      confirmText: t('add.already.open'),
      cancelText: t('add.already.stay'),
    });
    if (open) openCart();
  }

  async function fail(error: unknown, product: ProductToAdd): Promise<void> {
    if (error instanceof ShopperLeft) return;
    const refusal = refusalOf(error);
    if (refusal?.code === 'ALREADY_IN_CART') return tellItIsThere();
    if (refusal?.code === 'NOT_SIGNED_IN') {
      notice.warning(t('cart.login'));
      await navigate(loginPath, wishingForCart(product.id));
      return;
    }
    // The gateway's own words for it when the shop's records gave none; not to be said twice.
    const message =
      refusal?.code === 'FAILED' ? t('add.unreachable') : (refusal?.message ?? t('add.unreachable'));
    const text = ask ? t('add.asked.failed') : t('add.failed', { message });
    notice.error(text, { title: t('add.oops') });
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
