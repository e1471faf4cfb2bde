import { useLocation } from 'react-router-dom';
import { BestProductsDocument } from '#web/catalogue/BestProducts.generated.ts';
import { loadTranslatedModule } from '#web/i18n/translated-module.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { NotFound } from '#web/routing/NotFound.tsx';
import type { PageLoader } from '#web/routing/page.tsx';
import { PageMeta } from '#web/routing/page-head.tsx';
import { useShop, useShopCity } from '#web/shop/shop.ts';
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx';
import { AboutPicture } from './AboutPicture.tsx';
import type { InformationSection } from './information-texts.ts';
import styles from './pages.module.css';

/** The texts of each page by its path. */
const pages = [
  ['/aboutus', { name: 'about', text: 'aboutText' }],
  ['/privacy-policy', { name: 'privacy', text: 'privacyText' }],
  ['/terms-and-conditions', { name: 'terms', text: 'termsText' }],
  ['/refund-policy', { name: 'refund', text: 'refundText' }],
  ['/payment-info', { name: 'payment', text: 'paymentText' }],
  ['/return-policy', { name: 'returns', text: 'returnsText' }],
  ['/shipping-info', { name: 'shipping', text: 'shippingText' }],
] as const;

const translatedTexts = await loadTranslatedModule({
  en: () => import('./information-texts.ts'),
  mr: () => import('./information-texts-mr.ts'),
  hi: () => import('./information-texts-hi.ts'),
});

export const loader: PageLoader = async ({ preload, url }) => {
  await translatedTexts.load();
  // Without the books, the page is complete but for its picture.
  if (findPage(url.pathname)?.name === 'about')
    await preload(BestProductsDocument, {}).catch(() => undefined);
  return undefined;
};

function findPage(pathname: string) {
  const path = pathname.toLowerCase().replace(/\/$/, '');
  return pages.find(([pagePath]) => pagePath === path)?.[1];
}

/** A static information page (requirements.md 2.14). */
export function Component() {
  const { t, language } = useTranslation('content');
  const texts = translatedTexts.useTexts();
  const shop = useShop();
  const { city } = useShopCity(language);
  const page = findPage(useLocation().pathname);
  if (page === undefined) return <NotFound />;
  const { name, text } = page;
  const title = t(`${name}.title`);
  return (
    <div className={`container page ${styles.reading}`}>
      <PageMeta title={title} description={t(`${name}.description`, { city })} />
      <Breadcrumbs crumbs={[{ text: title }]} />
      <article className={styles.article}>
        <h1>{title}</h1>
        {language !== 'en' && name !== 'about' && <p className={styles.note}>{t('translated')}</p>}
        {name === 'about' && <AboutPicture />}
        <div className="prose">
          {texts[text](shop).map((section) => (
            <Section key={section.heading ?? title} section={section} />
          ))}
        </div>
      </article>
    </div>
  );
}

function Section({
  section: { heading, paragraphs = [], points = [], after = [] },
}: {
  section: InformationSection;
}) {
  return (
    <>
      {heading !== undefined && <h2>{heading}</h2>}
      {paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {points.length > 0 && (
        <ul>
          {points.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {after.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </>
  );
}
