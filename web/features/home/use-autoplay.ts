import { type FocusEvent, useEffect, useState } from 'react';
import { useReducedMotion } from '#web/ui/hooks/use-reduced-motion.ts';

/** Handlers for the element whose hovering or focusing holds the slides still. */
interface PauseHandlers {
  onPointerEnter: () => void;
  onPointerLeave: () => void;
  onFocus: () => void;
  onBlur: (event: FocusEvent<HTMLElement>) => void;
}

interface Autoplay {
  index: number;
  show: (index: number) => void;
  /** Whether the slides run, but for hovering and focusing. */
  running: boolean;
  setRunning: (running: boolean) => void;
  pauseHandlers: PauseHandlers;
}

/**
 * Shows one of `count` after the other, each for `time` milliseconds, round and round. Still while
 * hovered or focused or out of sight, when stopped, and from the start for who wants less movement.
 */
export function useAutoplay(count: number, time: number): Autoplay {
  const reducedMotion = useReducedMotion();
  const [index, setIndex] = useState(0);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const running = chosen ?? !reducedMotion;
  const moving = running && !hovered && !focused && count > 1;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a slide shown by its dot stays its full time.
  useEffect(() => {
    if (!moving) return;
    const timer = setInterval(() => {
      if (!document.hidden) setIndex((current) => (current + 1) % count);
    }, time);
    return () => clearInterval(timer);
  }, [moving, count, time, index]);

  return {
    index,
    show: setIndex,
    running,
    setRunning: setChosen,
    pauseHandlers: {
      onPointerEnter: () => setHovered(true),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }) => setFocused(currentTarget.contains(relatedTarget)),
    },
  };
}
