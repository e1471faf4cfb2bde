import { useEffect, useState } from 'react';
import { useReducedMotion } from '#web/ui/hooks/use-media-query.ts';

/** Handlers for the element that pauses the slides while it is hovered or focused. */
interface PauseHandlers {
  onPointerEnter: () => void;
  onPointerLeave: () => void;
  onFocus: () => void;
  onBlur: () => void;
}

interface Autoplay {
  index: number;
  show: (index: number) => void;
  /** Whether autoplay is switched on, regardless of temporary pauses. */
  running: boolean;
  setRunning: (running: boolean) => void;
  pauseHandlers: PauseHandlers;
}

/**
 * Cycles through `count` slides, each shown for `intervalMs`. Pauses while hovered, focused or in a hidden tab, and
 * starts switched off for users who prefer reduced motion.
 */
export function useAutoplay(count: number, intervalMs: number): Autoplay {
  const reducedMotion = useReducedMotion();
  const [index, setIndex] = useState(0);
  // Null until the user presses Play or Pause.
  const [override, setOverride] = useState<boolean | null>(null);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const running = override ?? !reducedMotion;
  const playing = running && !hovered && !focused && count > 1;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `index` restarts the timer, so that a slide chosen by its dot is shown for the full interval.
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => {
      if (!document.hidden) setIndex((shown) => (shown + 1) % count);
    }, intervalMs);
    return () => clearInterval(timer);
  }, [playing, count, intervalMs, index]);

  return {
    index,
    show: setIndex,
    running,
    setRunning: setOverride,
    pauseHandlers: {
      onPointerEnter: () => setHovered(true),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  };
}
