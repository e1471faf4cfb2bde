import { useState } from 'react';
import { imageFailureProps } from '#web/catalogue/image-fallback.ts';
import { imageSources } from '#web/catalogue/image-sources.ts';
import { scriptLanguage } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { ContentLink } from '#web/routing/ContentLink.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { MarketingPostsQuery } from './MarketingPosts.generated.ts';
import styles from './MarketingPosts.module.css';
import { entranceDelay } from './use-entrance.ts';

interface MarketingPostCardProps {
  post: NonNullable<MarketingPostsQuery['marketingPosts']>[number];
  /** The position in the grid, which delays the entrance animation. */
  index: number;
  /** The heading level of the title. */
  level: 2 | 3;
}

/** A marketing post: image, title and a link that opens in a new tab. */
export function MarketingPostCard({ post, index, level }: MarketingPostCardProps) {
  const { t } = useTranslation('home');
  const Heading = `h${level}` as const;
  return (
    <li className={styles.card} style={{ animationDelay: entranceDelay(index) }}>
      <PostImage src={post.image} />
      <Heading className={styles.name} lang={scriptLanguage(post.title)}>
        {post.title}
      </Heading>
      {post.link != null && (
        <ContentLink to={post.link} target="_blank" className={`link ${styles.more}`}>
          {t('posts.readMore')}
          <span className="visually-hidden">{t('posts.readMoreOf', { title: post.title })}</span>
        </ContentLink>
      )}
    </li>
  );
}

function PostImage({ src }: { src: string | null | undefined }) {
  const [failed, setFailed] = useState(false);
  if (src == null || failed) {
    return (
      <span className={`${styles.image} ${styles.placeholder}`}>
        <Icon name="book" size={48} />
      </span>
    );
  }
  return (
    <img
      {...imageFailureProps(() => setFailed(true))}
      className={styles.image}
      {...imageSources(src, 'post')}
      alt=""
      width={600}
      height={400}
      loading="lazy"
      decoding="async"
    />
  );
}
