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

/** Each page's path and name, with which its keys in the locale files and its text in `information-texts.ts` begin. */
const pages = [
  ['/aboutus', 'about'],
  ['/privacy-policy', 'privacy'],
  ['/terms-and-conditions', 'terms'],
  ['/refund-policy', 'refund'],
  ['/payment-info', 'payment'],
  ['/return-policy', 'returns'],
  ['/shipping-info', 'shipping'],
] as const;

const translatedTexts = await loadTranslatedModule({
  en: () => import('./information-texts.ts'),
  mr: () => import('./information-texts-mr.ts'),
  hi: () => import('./information-texts-hi.ts'),
});

export const loader: PageLoader = async ({ preload, url }) => {
  await translatedTexts.load();
  // If the books fail to load, only their covers are missing.
  if (findPageName(url.pathname) === 'about') await preload(BestProductsDocument, {}).catch(() => undefined);
};

function findPageName(pathname: string) {
  const path = pathname.toLowerCase().replace(/\/$/, '');
  return pages.find(([pagePath]) => pagePath === path)?.[1];
}

/** A static information page (requirements.md 2.14). */
export function Component() {
  const { t, language } = useTranslation('content');
  const texts = translatedTexts.useTexts();
  const shop = useShop();
  const { city } = useShopCity(language);
  const name = findPageName(useLocation().pathname);
  if (name === undefined) return <NotFound />;
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
          {texts[`${name}Text` as const](shop).map((section) => (
            <Section key={section.heading ?? title} section={section} />
          ))}
        </div>
      </article>
    </div>
  );
}

function Section({
  section: { heading, paragraphs = [], points = [], closingParagraphs = [] },
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
      {closingParagraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </>
  );
}
