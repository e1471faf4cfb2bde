import type { animate as AnimateCards } from 'framer-motion/dom/mini';
import { type RefObject, useEffect } from 'react';
import styles from './MarketingPosts.module.css';

/** The entrance animation (requirements.md 9). */
const durationSeconds = 0.8;
const staggerSeconds = 0.1;

/** The CSS delay of a card above the fold, which animates on page load. */
export function entranceDelay(index: number): string {
  return `${(index * staggerSeconds).toFixed(1)}s`;
}

/**
 * Animates the cards below the fold when they are scrolled into view, staggering those that appear together. Cards
 * are hidden only once the animation is available, so none stays invisible without scripts or with reduced motion.
 */
export function useEntrance(grid: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!allowsMotion()) return;
    const unmounted = new AbortController();
    import('framer-motion/dom/mini').then(
      ({ animate }) => {
        if (grid.current !== null && !unmounted.signal.aborted) {
          animateOnScroll([...grid.current.children], animate, unmounted.signal);
        }
      },
      // Without the library the cards stay visible and do not animate.
      () => undefined,
    );
    return () => unmounted.abort();
  }, [grid]);
}

/** Hides the cards below the fold while they are out of view, so that no visible card disappears. */
function animateOnScroll(
  cards: readonly Element[],
  animate: typeof AnimateCards,
  unmounted: AbortSignal,
): void {
  const belowFold = cards.filter(
    (card) => card instanceof HTMLElement && card.getBoundingClientRect().top >= window.innerHeight,
  );
  const observer = new IntersectionObserver((entries) => {
    const visible = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target);
    for (const [index, card] of visible.entries()) {
      observer.unobserve(card);
      animate(
        card,
        { opacity: [0, 1], transform: ['translateY(28px)', 'translateY(0px)'] },
        { duration: durationSeconds, delay: index * staggerSeconds, ease: 'easeOut' },
      );
    }
  });
  for (const card of belowFold) {
    card.classList.add(styles.belowFold ?? '');
    observer.observe(card);
  }
  unmounted.addEventListener('abort', () => observer.disconnect());
}

function allowsMotion(): boolean {
  return !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
