import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import { page } from '#web/routing/page.tsx';
import type * as informationPages from './information-pages.tsx';

/** The static pages of requirements.md 2.14, and the not-found page. */
export const contentRoutes: RouteObject[] = [
  informationPage('aboutus', ({ About }) => About),
  informationPage('privacy-policy', ({ PrivacyPolicy }) => PrivacyPolicy),
  informationPage('terms-and-conditions', ({ Terms }) => Terms),
  informationPage('refund-policy', ({ RefundPolicy }) => RefundPolicy),
  informationPage('payment-info', ({ Payment }) => Payment),
  informationPage('return-policy', ({ ReturnPolicy }) => ReturnPolicy),
  informationPage('shipping-info', ({ Shipping }) => Shipping),
  page('contactus', {
    module: 'features/content/ContactPage.tsx',
    load: () => import('./ContactPage.tsx'),
  }),
  page('faq', {
    module: 'features/content/FaqPage.tsx',
    load: () => import('./FaqPage.tsx'),
  }),
  page('footer', {
    module: 'features/content/FooterPage.tsx',
    load: () => import('./FooterPage.tsx'),
  }),
  page('*', {
    module: 'features/content/NotFoundPage.tsx',
    load: () => import('./NotFoundPage.tsx'),
  }),
];

function informationPage(
  path: string,
  select: (pages: typeof informationPages) => ComponentType,
): RouteObject {
  return page(path, {
    module: 'features/content/information-pages.tsx',
    load: async () => ({ Component: select(await import('./information-pages.tsx')) }),
  });
}
