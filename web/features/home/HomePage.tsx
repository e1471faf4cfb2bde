import { useTranslation } from '#web/i18n/translation.tsx';
import type { PageLoader } from '#web/routing/page.tsx';
import { PageMeta } from '#web/routing/page-head.tsx';
import { HomeCollectionsDocument } from './HomeCollections.generated.ts';
import { HomeCollections } from './HomeCollections.tsx';
import { LoginPrompt } from './LoginPrompt.tsx';
import { MarketingPostsDocument } from './MarketingPosts.generated.ts';
import styles from './MarketingPosts.module.css';
import { MarketingPosts } from './MarketingPosts.tsx';
import { SlideCarousel } from './SlideCarousel.tsx';
import { SlidesDocument } from './Slides.generated.ts';
import { organization, website } from './structured-data.ts';

export const loader: PageLoader = async ({ preload }) => {
  await Promise.all([
    preload(HomeCollectionsDocument, {}),
    // If one of these fails, the page still renders, and its section shows the error.
    preload(SlidesDocument, {}).catch(() => undefined),
    preload(MarketingPostsDocument, {}).catch(() => undefined),
  ]);
  return undefined;
};

/** The home page (requirements.md 2.3): carousel, marketing posts, products and the login prompt. */
export function Component() {
  const { t } = useTranslation('home');
  return (
    <>
      <PageMeta
        title=""
        description={t('description')}
        canonical="/"
        structuredData={[organization, website]}
      />
      <h1 className="visually-hidden">{t('heading')}</h1>
      <SlideCarousel />
      <section className={`container ${styles.section}`} aria-labelledby="posts-title">
        <h2 id="posts-title" className={styles.title}>
          {t('posts.title')}
        </h2>
        <MarketingPosts level={3} />
      </section>
      <HomeCollections />
      <LoginPrompt />
    </>
  );
}
