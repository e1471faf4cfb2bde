import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router-dom';
import { ToastHost } from '#web/ui/toast/ToastHost.tsx';
import { CheckoutSteps } from './CheckoutSteps.tsx';
import { EarlyClick } from './EarlyClick.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import styles from './Layout.module.css';
import { NavigationProgress } from './NavigationProgress.tsx';
import { NotificationBanner } from './NotificationBanner.tsx';
import { ScrollPositions } from './ScrollPositions.tsx';

/** The three pages with a bar of their own in the header's place (requirements.md 2.2). */
const cartPages = ['/cart-manager', '/cart-manager/buy-all-cart-products', '/cart-manager/cart-user-payment'];

interface LayoutProps {
  /** The screen, when it is not the one of the matched route. */
  children?: ReactNode;
}

/** What stands around every screen. */
export function Layout({ children = <Outlet /> }: LayoutProps) {
  const { t } = useTranslation('shell');
  const path = useLocation().pathname.replace(/(?<=.)\/$/, '');
  return (
    <>
      <a href="#content" className={`visually-hidden ${styles.skip}`}>
        {t('skip')}
      </a>
      <NavigationProgress />
      <NotificationBanner />
      {cartPages.includes(path) ? <CheckoutSteps /> : <Header />}
      <main id="content" tabIndex={-1} className={styles.content}>
        {children}
      </main>
      <Footer />
      <ToastHost />
      <ScrollPositions />
      <EarlyClick />
    </>
  );
}
