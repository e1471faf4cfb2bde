import { type RefObject, useEffect } from 'react';

/** Seconds (spec.md 9). */
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
    if (grid.current === null || !wantsMotion()) return;
    const below = [...grid.current.children].filter(
      (card) => card.getBoundingClientRect().top >= window.innerHeight,
    );
    const observer = new IntersectionObserver((entries) => {
      const arrived = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target);
      for (const card of arrived) observer.unobserve(card);
      if (arrived.length > 0) void enter(arrived);
    });
    for (const card of below) observer.observe(card);
    return () => observer.disconnect();
  }, [grid]);
}

async function enter(cards: readonly Element[]): Promise<void> {
  const { animate } = await import('framer-motion/dom/mini');
  for (const [place, card] of cards.entries()) {
    animate(
      card,
      { opacity: [0, 1], transform: ['translateY(28px)', 'translateY(0px)'] },
      { duration, delay: place * stagger, ease: 'easeOut' },
    );
  }
}

function wantsMotion(): boolean {
  return !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
