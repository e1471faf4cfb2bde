/*
 * The animated components, in a file of their own: together with the animation library they are larger than most pages.
 * See `useMotion`. Nothing moves if reduced motion is preferred; list items still fade.
 */
import {
  AnimatePresence,
  domMin,
  LazyMotion,
  MotionConfig,
  useIsPresent,
  useReducedMotion,
} from 'framer-motion';
import * as m from 'framer-motion/m';
import type { ReactNode } from 'react';

function MotionScope({ children }: { children: ReactNode }) {
  return (
    <LazyMotion features={domMin} strict>
      <MotionConfig reducedMotion="user">{children}</MotionConfig>
    </LazyMotion>
  );
}

interface PulseOnceProps {
  className: string | undefined;
  when: boolean;
  children: ReactNode;
}

/** An icon that pulses once each time `when` becomes true. */
export function PulseOnce({ className, when, children }: PulseOnceProps) {
  return (
    <MotionScope>
      <m.span
        className={className}
        initial={false}
        animate={{ scale: when ? [1, 1.35, 1] : 1 }}
        transition={{ duration: 0.4 }}
      >
        {children}
      </m.span>
    </MotionScope>
  );
}

/** Content that grows and fades in once, when it is first shown. */
export function AppearOnce({ children }: { children: ReactNode }) {
  const isReduced = useReducedMotion() === true;
  return (
    <MotionScope>
      <m.div
        // With reduced motion, `MotionConfig` would still show the small size for a frame.
        initial={isReduced ? false : { opacity: 0, scale: 0.4 }}
        animate={{ opacity: 1, scale: 1 }}
        transition={{ duration: 0.5, ease: 'easeOut' }}
      >
        {children}
      </m.div>
    </MotionScope>
  );
}

/** Animates the `AnimatedListItem`s of a list as they are added and removed. They need keys. */
export function AnimatedList({ children }: { children: ReactNode }) {
  return (
    <MotionScope>
      <AnimatePresence initial={false}>{children}</AnimatePresence>
    </MotionScope>
  );
}

/**
 * A list item that expands when it is added to its list, and collapses when it is removed. It is inert while it
 * collapses.
 */
export function AnimatedListItem({ children }: { children: ReactNode }) {
  const isPresent = useIsPresent();
  return (
    <m.li
      inert={!isPresent}
      style={{ overflow: isPresent ? 'visible' : 'hidden' }}
      initial={{ opacity: 0, height: 0 }}
      animate={{ opacity: 1, height: 'auto' }}
      exit={{ opacity: 0, height: 0 }}
      transition={{ duration: 0.25 }}
    >
      {children}
    </m.li>
  );
}
