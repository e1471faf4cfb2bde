import { useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { formatRupees } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { focusHeading } from '#web/ui/focus-heading.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { useCartIndex } from './CartProvider.tsx';
import styles from './MiniCart.module.css';
import { closeMiniCart } from './mini-cart.ts';

/**
 * A small panel over the page: the number of copies in the cart, the total of the available ones if it is known, and a
 * link to the cart. Renders nothing while the cart is empty, and on the cart and checkout pages.
 */
export function MiniCart() {
  const { t } = useTranslation('cart');
  const count = useCartIndex(({ unitCount }) => unitCount);
  const itemTotal = useCartIndex((cart) => cart.itemTotal);
  const { pathname } = useLocation();
  const focusBefore = useRef<HTMLElement>(null);
  const isCartOrCheckout = pathname.startsWith('/cart-manager') || pathname === '/buy-single-product';
  if (count === 0 || isCartOrCheckout) return null;
  const close = () => {
    closeMiniCart();
    // The focused button is removed, so the focus returns to where it was.
    if (focusBefore.current?.isConnected === true) focusBefore.current.focus({ preventScroll: true });
    else focusHeading();
  };
  return (
    <section
      className={`no-print ${styles.cart}`}
      aria-label={t('title')}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) {
          focusBefore.current = relatedTarget;
        }
      }}
    >
      <Icon name="cart" />
      <p className={styles.text}>
        {t('miniCart.count', { count })}
        {itemTotal !== null && <strong className={styles.total}>{formatRupees(itemTotal)}</strong>}
      </p>
      <Link to="/cart-manager" className="button button--small button--solid">
        {t('miniCart.open')}
      </Link>
      <button type="button" className="icon-button" aria-label={t('miniCart.close')} onClick={close}>
        <Icon name="close" size={18} />
      </button>
    </section>
  );
}
