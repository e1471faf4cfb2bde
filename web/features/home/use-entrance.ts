import { type RefObject, useEffect } from 'react';

/** Seconds (spec.md 9). */
const duration = 0.8;
const stagger = 0.1;

/**
 * Lets an element rise into sight when it is scrolled to, each of a row a little after the one before.
 * One that is in sight already stays as it is, and so does all of it without scripts or with reduced
 * motion: nothing is hidden that might never be shown.
 */
export function useEntrance(element: RefObject<HTMLElement | null>, index: number): void {
  useEffect(() => {
    const target = element.current;
    if (target === null || !wantsMotion() || target.getBoundingClientRect().top < window.innerHeight) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting !== true) return;
      observer.disconnect();
      void enter(target, index);
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [element, index]);
}

async function enter(target: HTMLElement, index: number): Promise<void> {
  const { animate } = await import('framer-motion/dom/mini');
  animate(
    target,
    { opacity: [0, 1], transform: ['translateY(28px)', 'translateY(0px)'] },
    { duration, delay: (index % 4) * stagger, ease: 'easeOut' },
  );
}

function wantsMotion(): boolean {
  return !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
