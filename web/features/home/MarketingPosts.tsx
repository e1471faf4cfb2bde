import { useTranslation } from '#web/i18n/translation.tsx';
import { QueryFallback } from '#web/ui/QueryFallback.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { MarketingPostCard } from './MarketingPostCard.tsx';
import { useMarketingPostsQuery } from './MarketingPosts.generated.ts';
import styles from './MarketingPosts.module.css';

interface MarketingPostsProps {
  /** The level of the posts' headings. */
  level: 2 | 3;
  /** Whether small screens show one scrolling row instead of a grid. */
  scrolls?: boolean;
}

/** The grid of marketing posts (requirements.md 2.3): loading, failed, empty or loaded. */
export function MarketingPosts({ level, scrolls = false }: MarketingPostsProps) {
  const { t } = useTranslation('home');
  const query = useMarketingPostsQuery();
  const posts = query.data?.marketingPosts;
  if (posts == null) {
    const spinner = (
      <div className={styles.loading}>
        <Spinner />
      </div>
    );
    return <QueryFallback query={query} skeleton={spinner} errorMessage={query.error?.message ?? ''} />;
  }
  if (posts.length === 0) return <p className="muted">{t('posts.empty')}</p>;
  return (
    <ul className={scrolls ? `${styles.grid} ${styles.scrolling}` : styles.grid}>
      {posts.map((post, index) => (
        <MarketingPostCard key={post.id} post={post} index={index} level={level} />
      ))}
    </ul>
  );
}
