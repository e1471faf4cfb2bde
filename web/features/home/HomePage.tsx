import { Link } from 'react-router-dom';
import { useTranslation } from '#web/i18n/translation.tsx';
import type { PageLoader } from '#web/routing/page.tsx';
import { PageMeta } from '#web/routing/page-head.tsx';
import { useShop, useShopCity } from '#web/shop/shop.ts';
import { HomeCollectionsDocument } from './HomeCollections.generated.ts';
import { HomeCollections } from './HomeCollections.tsx';
import styles from './HomePage.module.css';
import { LoginPrompt } from './LoginPrompt.tsx';
import { MarketingPostsDocument } from './MarketingPosts.generated.ts';
import postsStyles from './MarketingPosts.module.css';
import { MarketingPosts } from './MarketingPosts.tsx';
import { SlideCarousel } from './SlideCarousel.tsx';
import { SlidesDocument } from './Slides.generated.ts';
import { describeOrganization, describeWebsite } from './structured-data.ts';

export const loader: PageLoader = async ({ preload }) => {
  await Promise.all([
    preload(HomeCollectionsDocument, {}),
    // The page renders even if these fail.
    preload(SlidesDocument, {}).catch(() => undefined),
    preload(MarketingPostsDocument, {}).catch(() => undefined),
  ]);
};

/** The home page (requirements.md 2.3): heading, carousel, products, marketing posts and the login prompt. */
export function Component() {
  const { t, language } = useTranslation('home');
  const shop = useShop();
  const { city } = useShopCity(language);
  return (
    <>
      <PageMeta
        title=""
        description={t('description', { city })}
        canonical="/"
        structuredData={[describeOrganization(shop), describeWebsite(shop)]}
      />
      <div className={styles.hero}>
        <div className={styles.intro}>
          <h1 className={styles.heading}>{t('heading', { city })}</h1>
          <Link to="/product" className="button button--solid">
            {t('browse')}
          </Link>
        </div>
        <SlideCarousel />
      </div>
      <HomeCollections>
        <section aria-labelledby="posts-title">
          <h2 id="posts-title" className={postsStyles.title}>
            {t('posts.title')}
          </h2>
          <MarketingPosts level={3} scrolls />
        </section>
      </HomeCollections>
      <LoginPrompt />
    </>
  );
}
