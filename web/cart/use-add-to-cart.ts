import { useLocation, useNavigate } from 'react-router-dom';
import { getAddToCartUrl } from '#web/auth/after-login.ts';
import { loginPath } from '#web/auth/return-path.ts';
import { getBrowserSession } from '#web/auth/session.ts';
import { ShopperChangedError } from '#web/auth/session-store.ts';
import { failureCodes } from '#web/i18n/server-messages.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { useNavigateWhileMounted } from '#web/ui/hooks/use-navigate-while-mounted.ts';
import { useSingleTask } from '#web/ui/hooks/use-single-task.ts';
import { useTimeout } from '#web/ui/hooks/use-timeout.ts';
import { successDurationMs, toasts } from '#web/ui/toast/toasts.ts';
import { useReadCart } from './CartProvider.tsx';
import { type ChangeRejectedError, toRejection } from './change-rejected-error.ts';
import { openMiniCart } from './mini-cart.ts';
import { useAddToCartChange } from './use-cart-changes.ts';

const cartPath = '/cart-manager';

/** The confirmation, message and redirect when a product is added (requirements.md 4, 8 and 9). */
const flows = {
  /** The general listing and a shared wish list. */
  listing: { needsConfirmation: false, hasTitle: false, cartDelayMs: 500 },
  /** The category, publisher, author and language pages. */
  collection: { needsConfirmation: true, hasTitle: true, cartDelayMs: 1500 },
  /** The product page, the wish list and `/cart-without-login`. */
  product: { needsConfirmation: false, hasTitle: true, cartDelayMs: 1500 },
  /** Rows of products that set no other flow. The shopper stays on the page. */
  row: { needsConfirmation: false, hasTitle: false, cartDelayMs: null },
} as const;

export type AddFlow = keyof typeof flows;

/**
 * How long the button ignores clicks before a quantity stepper replaces it, or after it has replaced one, so that a
 * double click does not act on both.
 */
const busyMs = 500;

/** The fields of a product that are needed to add it. */
export interface ProductToAdd {
  id: string;
  available: boolean;
}

interface AddToCart {
  addToCart: (product: ProductToAdd, quantity: number) => Promise<void>;
  /**
   * True from the click until another page opens, the shopper stays on this one or cancels, or adding fails. Also true
   * while `pause` ignores clicks.
   */
  adding: boolean;
  /** Ignores clicks for a moment, because the second click of a double click on "Remove" must not add the product. */
  pause: () => Promise<void>;
}

/**
 * Adds a product to the cart, with the confirmations, messages and redirects of requirements.md 4 and 8.
 * The products that a visitor adds are stored in the browser until the login.
 */
export function useAddToCart(flow: AddFlow): AddToCart {
  const { t } = useTranslation('cart');
  const addToCart = useAddToCartChange();
  const readCart = useReadCart();
  const navigate = useNavigate();
  const navigateWhileMounted = useNavigateWhileMounted();
  const location = useLocation();
  const runAfter = useTimeout();
  const [runTask, adding] = useSingleTask();
  const stayBusy = () => new Promise<void>((resolve) => void runAfter(busyMs, resolve));
  const openCart = () => void navigate(cartPath);
  const { needsConfirmation, hasTitle, cartDelayMs } = flows[flow];

  async function run(product: ProductToAdd, quantity: number): Promise<void> {
    const shopper = await getBrowserSession().whenSettled();
    if (shopper === null) return addForVisitor(product, quantity);
    if (readCart().quantities.has(product.id)) return showAlreadyInCart();
    const confirmation = createConfirmation(product);
    if (confirmation !== null && !(await toasts.confirm(confirmation))) return;
    try {
      await addToCart({ productId: product.id, quantity });
    } catch (error) {
      return showFailure(error, product, quantity);
    }
    await showAdded();
  }

  /**
   * Stores the product in the browser, then opens `/cart-without-login` (requirements.md 2.13). From a row of products,
   * it opens that page only if the product could not be stored.
   */
  async function addForVisitor(product: ProductToAdd, quantity: number): Promise<void> {
    const staysOnPage = flow === 'row';
    const confirmation = staysOnPage ? createConfirmation(product) : null;
    if (confirmation !== null && !(await toasts.confirm(confirmation))) return;
    const isStored = await import('./visitor-lines.ts').then(
      ({ addVisitorLine }) => addVisitorLine(product.id, quantity),
      () => false,
    );
    if (isStored && staysOnPage) return showAdded();
    if (isStored) {
      toasts.success(t('add.done'), { durationMs: successDurationMs });
      openMiniCart();
    }
    await navigateWhileMounted('/cart-without-login', { state: { productId: product.id } });
  }

  /** Shows the message, then opens the cart or, if the shopper stays, the mini cart. */
  async function showAdded(): Promise<void> {
    if (cartDelayMs === null) {
      toasts.success(t('add.done'), { durationMs: successDurationMs });
      openMiniCart();
      return stayBusy();
    }
    return new Promise((resolve) => {
      let isCartOpen = false;
      const cancel = runAfter(cartDelayMs, () => {
        isCartOpen = true;
        resolve();
        openCart();
      });
      const stay = () => {
        cancel();
        resolve();
        openMiniCart();
        // The message with this button is still visible after the cart has opened.
        if (isCartOpen) leaveCart();
      };
      const action = { label: t('add.already.stay'), onClick: stay };
      if (hasTitle) toasts.success(t('add.confirmed.done'), { title: t('add.confirmed.title'), action });
      else toasts.success(t('add.done'), { durationMs: successDurationMs, action });
    });
  }

  /** Returns to the page where the product was added, even while the cart is still loading. */
  function leaveCart(): void {
    const { pathname } = window.location;
    if (pathname === cartPath) void navigate(-1);
    // Navigating to the current page cancels the pending navigation to the cart.
    else if (pathname === location.pathname) {
      void navigate(location, { replace: true, preventScrollReset: true, state: location.state });
    }
  }

  function createConfirmation({ available }: ProductToAdd) {
    const buttons = { confirmText: t('add.confirm'), cancelText: t('add.cancel') };
    if (!available) return { title: t('add.unavailable.title'), text: t('add.unavailable.text'), ...buttons };
    return needsConfirmation
      ? { title: t('add.confirmed.question'), text: t('add.confirmed.text'), ...buttons }
      : null;
  }

  async function showAlreadyInCart(): Promise<void> {
    const shouldOpenCart = await toasts.confirm({
      title: t('add.already.title'),
      text: t('add.already.text'),
      confirmText: t('add.already.open'),
      cancelText: t('add.already.stay'),
    });
    if (shouldOpenCart) openCart();
  }

  function describeFailure(rejection: ChangeRejectedError | undefined): string {
    if (rejection === undefined || rejection.code === 'UNAVAILABLE') return t('add.unreachable');
    // The gateway's messages for these codes would only repeat the text around the message.
    return failureCodes.has(rejection.code) ? t('add.confirmed.failed') : rejection.message;
  }

  async function showFailure(error: unknown, product: ProductToAdd, quantity: number): Promise<void> {
    if (error instanceof ShopperChangedError) return;
    const rejection = toRejection(error);
    if (rejection?.code === 'ALREADY_IN_CART') return showAlreadyInCart();
    if (rejection?.code === 'NOT_SIGNED_IN') {
      toasts.warning(t('loginRequired'));
      await navigateWhileMounted(loginPath, { state: { returnTo: getAddToCartUrl(product.id, quantity) } });
      return;
    }
    const hidesReason = needsConfirmation && rejection?.code !== 'CART_FULL';
    const message = describeFailure(rejection);
    const text = hidesReason ? t('add.confirmed.failed') : t('add.failed', { message });
    toasts.error(text, { title: t('add.oops') });
  }

  return {
    adding,
    addToCart: (product, quantity) => runTask(() => run(product, quantity)),
    pause: () => runTask(stayBusy),
  };
}
