import { useTranslation } from 'react-i18next';
import type { PageLoader } from '#web/routing/page.tsx';
import { PageMeta } from '#web/ui/page-head.tsx';
import { HomeShelvesDocument } from './HomeShelves.generated.ts';
import { HomeShelves } from './HomeShelves.tsx';
import { MarketingPostsDocument } from './MarketingPosts.generated.ts';
import styles from './MarketingPosts.module.css';
import { MarketingPosts } from './MarketingPosts.tsx';
import { SlideCarousel } from './SlideCarousel.tsx';
import { SlidesDocument } from './Slides.generated.ts';
import { organization, website } from './structured-data.ts';
import { VisitorLogin } from './VisitorLogin.tsx';

export const loader: PageLoader = async ({ prime }) => {
  await Promise.all([
    prime(HomeShelvesDocument, {}),
    // The page can do without these two; their own places say what is wrong.
    prime(SlidesDocument, {}).catch(() => undefined),
    prime(MarketingPostsDocument, {}).catch(() => undefined),
  ]);
  return undefined;
};

/** The first page (requirements.md 2.3): carousel, marketing posts, shelves, the login. */
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
      <HomeShelves />
      <VisitorLogin />
    </>
  );
}
