import { useEffect, useRef, useState } from 'react';
import { getImageFailureProps } from '#web/catalogue/image-fallback.ts';
import { getImageSources } from '#web/catalogue/image-sources.ts';
import { chooseText, findTranslation } from '#web/i18n/content-text.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { ContentLink } from '#web/routing/ContentLink.tsx';
import { useReducedMotion } from '#web/ui/hooks/use-media-query.ts';
import { useMotion } from '#web/ui/hooks/use-motion.ts';
import { Icon } from '#web/ui/Icon.tsx';
import type { MarketingPostsQuery } from './MarketingPosts.generated.ts';
import styles from './MarketingPosts.module.css';

/** The timing of a card's entrance animation (requirements.md 9). */
const durationSeconds = 0.8;
const staggerSeconds = 0.1;

interface MarketingPostCardProps {
  post: NonNullable<MarketingPostsQuery['marketingPosts']>[number];
  /** The position in the grid, which delays the entrance animation. */
  index: number;
  /** The heading level of the title. */
  level: 2 | 3;
}

/** A marketing post (requirements.md 2.3). */
export function MarketingPostCard({ post, index, level }: MarketingPostCardProps) {
  const { t, language } = useTranslation('home');
  const title = chooseText(post.title, findTranslation(post.translations, language)?.title);
  const Heading = `h${level}` as const;
  const item = useRef<HTMLLIElement>(null);
  const motion = useMotion();
  const reducedMotion = useReducedMotion();
  const [hasEntrance, setHasEntrance] = useState(motion !== undefined);
  useEffect(() => {
    // The entrance first hides the card. A card that is already painted may be hidden only below the fold, where nobody
    // sees it.
    const isBelowFold = (item.current?.getBoundingClientRect().top ?? 0) >= window.innerHeight;
    if (motion !== undefined && isBelowFold) setHasEntrance(true);
  }, [motion]);
  const delaySeconds = index * staggerSeconds;
  const content = (
    <>
      <PostImage src={post.image} />
      <Heading className={styles.name} lang={title.lang}>
        {title.text}
      </Heading>
      {post.link != null && (
        <ContentLink
          to={post.link}
          target="_blank"
          className={`link ${styles.more}`}
          aria-label={t('posts.readMoreOf', { title: title.text })}
        >
          {t('posts.readMore')}
        </ContentLink>
      )}
    </>
  );
  if (motion !== undefined && hasEntrance && !reducedMotion) {
    return (
      <motion.RisingItem
        className={styles.card}
        durationSeconds={durationSeconds}
        delaySeconds={delaySeconds}
      >
        {content}
      </motion.RisingItem>
    );
  }
  return (
    <li
      ref={item}
      className={`${styles.card} ${styles.painted}`}
      style={{ animationDelay: `${delaySeconds}s` }}
    >
      {content}
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
      {...getImageFailureProps(() => setFailed(true))}
      className={styles.image}
      {...getImageSources(src, 'post')}
      alt=""
      width={600}
      height={400}
      loading="lazy"
      decoding="async"
    />
  );
}
