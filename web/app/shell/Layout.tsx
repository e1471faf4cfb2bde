import { type ReactNode, useEffect } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom';
import { replayEarlyInput } from '#web/app/early-input.ts';
import { MiniCartHost } from '#web/cart/MiniCartHost.tsx';
import { useTranslation } from '#web/i18n/translation.tsx';
import { OfflineBanner } from '#web/offline/OfflineBanner.tsx';
import { tabStorage } from '#web/ui/browser-storage.ts';
import { ToastHost } from '#web/ui/toast/ToastHost.tsx';
import { CheckoutBar } from './CheckoutBar.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import styles from './Layout.module.css';
import { NavigationProgress } from './NavigationProgress.tsx';
import { NotificationBanner } from './NotificationBanner.tsx';

/** The three pages that show a smaller bar instead of the header (requirements.md 2.2). */
const cartPages = ['/cart-manager', '/cart-manager/buy-all-cart-products', '/cart-manager/cart-user-payment'];

/** Pages with a contact form of their own, and the cart and checkout pages, where the form would distract. */
const pagesWithoutContactForm = ['/contactus', '/footer', ...cartPages, '/buy-single-product'];

/** The session-storage key of the scroll positions while the page reloads. */
const scrollPositionsKey = 'scroll-positions';

interface LayoutProps {
  /** The page. Defaults to the page of the matched route. */
  children?: ReactNode;
}

/** The layout around every page. */
export function Layout({ children = <Outlet /> }: LayoutProps) {
  const { t } = useTranslation('shell');
  useMarkHydrated();
  const path = useLocation().pathname.replace(/(?<=.)\/$/, '');
  return (
    <>
      <a href="#content" className={`visually-hidden ${styles.skip}`}>
        {t('skip')}
      </a>
      <NavigationProgress />
      <OfflineBanner />
      <NotificationBanner />
      {cartPages.includes(path) ? <CheckoutBar /> : <Header />}
      <main id="content" tabIndex={-1} className={styles.content}>
        {children}
      </main>
      <Footer hasContactForm={!pagesWithoutContactForm.includes(path)} />
      <MiniCartHost />
      <ToastHost />
      <ScrollPositions />
    </>
  );
}

/** Marks the page as hydrated, and replays earlier input, so that shoppers need not repeat it. */
function useMarkHydrated(): void {
  useEffect(() => {
    // Components that render differently in the browser do so right after their first effects.
    const frame = requestAnimationFrame(() => {
      document.documentElement.dataset.hydrated = '';
      replayEarlyInput();
    });
    return () => cancelAnimationFrame(frame);
  }, []);
}

/**
 * Restores the scroll position after Back, Forward and a reload. The router passes the positions through
 * session storage. They are removed once read, because session storage must hold only the four session values
 * (requirements.md 3).
 */
function ScrollPositions() {
  useEffect(() => {
    const removePositions = () => tabStorage.removeItem(scrollPositionsKey);
    removePositions();
    // The router also stores the positions when the page enters the back/forward cache.
    window.addEventListener('pageshow', removePositions);
    return () => window.removeEventListener('pageshow', removePositions);
  }, []);
  return <ScrollRestoration storageKey={scrollPositionsKey} />;
}
