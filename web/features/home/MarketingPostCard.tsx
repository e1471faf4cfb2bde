import { useEffect, useRef, useState } from 'react';
import { getImageFailureProps } from '#web/catalogue/image-fallback.ts';
import { getImageSources } from '#web/catalogue/image-sources.ts';
import { chooseText, findTranslation } from '#web/i18n/content-text.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { ContentLink } from '#web/routing/ContentLink.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { MarketingPostsQuery } from './MarketingPosts.generated.ts';
import styles from './MarketingPosts.module.css';

/** The delay of a card's entrance after the one before it (requirements.md 9). */
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
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => (card.current === null ? undefined : repeatEntrance(card.current)), []);
  return (
    <li ref={card} className={styles.card} style={{ animationDelay: `${index * staggerSeconds}s` }}>
      <PostImage src={post.image} />
      <Heading className={styles.postTitle} lang={title.lang}>
        {title.text}
      </Heading>
      {post.link != null && (
        <ContentLink to={post.link} target="_blank" className={`link ${styles.more}`}>
          {t('posts.readMore')}
          {/* Not an `aria-label`, which search engines may ignore. */}
          <span className="visually-hidden"> – {t('posts.readMoreAbout', { title: title.text })}</span>
        </ContentLink>
      )}
    </li>
  );
}

/**
 * Repeats the entrance of a card below the fold just before the card is scrolled into view, since nobody has seen its
 * first run. A card that is already on the screen would flash.
 */
function repeatEntrance(card: HTMLElement): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      if (card.getBoundingClientRect().top < window.innerHeight) return;
      for (const animation of card.getAnimations()) animation.play();
    },
    { rootMargin: '200px' },
  );
  observer.observe(card);
  return () => observer.disconnect();
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
