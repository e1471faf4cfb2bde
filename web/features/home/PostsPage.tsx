import { useTranslation } from '#web/i18n/translation.tsx';
import type { PageLoader } from '#web/routing/page.tsx';
import { PageMeta } from '#web/routing/page-head.tsx';
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx';
import { MarketingPostsDocument } from './MarketingPosts.generated.ts';
import styles from './MarketingPosts.module.css';
import { MarketingPosts } from './MarketingPosts.tsx';

export const loader: PageLoader = async ({ preload }) => {
  await preload(MarketingPostsDocument, {});
};

/** The page of all marketing posts (`/posts`). */
export function Component() {
  const { t } = useTranslation('home');
  return (
    <div className="container page">
      <PageMeta title={t('posts.title')} description={t('posts.description')} />
      <Breadcrumbs crumbs={[{ text: t('posts.title') }]} />
      <h1 className={styles.title}>{t('posts.title')}</h1>
      <MarketingPosts level={2} />
    </div>
  );
}
