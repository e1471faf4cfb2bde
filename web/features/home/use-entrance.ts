import type { animate as AnimateCards } from 'framer-motion/dom/mini';
import { type RefObject, useEffect } from 'react';
import styles from './MarketingPosts.module.css';

/** Seconds (requirements.md 9). */
const duration = 0.8;
const stagger = 0.1;

/** When the card at this place begins to enter, for the style that lets those in sight enter with the page. */
export function entranceDelay(place: number): string {
  return `${(place * stagger).toFixed(1)}s`;
}

/**
 * Lets the cards of a grid that lie below the window rise into sight when they are scrolled to, those
 * that come together one after another. Nothing of it without scripts or with reduced motion: no card
 * is hidden that might never be shown.
 */
export function useEntrance(grid: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!wantsMotion()) return;
    const left = new AbortController();
    import('framer-motion/dom/mini').then(
      ({ animate }) => {
        if (grid.current !== null && !left.signal.aborted) {
          enterWhenSeen([...grid.current.children], animate, left.signal);
        }
      },
      // Without a connection the cards stand there already.
      () => undefined,
    );
    return () => left.abort();
  }, [grid]);
}

/** Hides the cards below the window while nobody sees them, so that none of them vanishes to rise. */
function enterWhenSeen(cards: readonly Element[], animate: typeof AnimateCards, left: AbortSignal): void {
  const below = cards.filter(
    (card) => card instanceof HTMLElement && card.getBoundingClientRect().top >= window.innerHeight,
  );
  const observer = new IntersectionObserver((entries) => {
    const arrived = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target);
    for (const [place, card] of arrived.entries()) {
      observer.unobserve(card);
      animate(
        card,
        { opacity: [0, 1], transform: ['translateY(28px)', 'translateY(0px)'] },
        { duration, delay: place * stagger, ease: 'easeOut' },
      );
    }
  });
  for (const card of below) {
    card.classList.add(styles.below ?? '');
    observer.observe(card);
  }
  left.addEventListener('abort', () => observer.disconnect());
}

function wantsMotion(): boolean {
  return !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
