/*
 * The animated components, in a file of their own: with what animates them they are larger than most pages. See
 * `useMotion`. Nothing is moved if reduced motion is preferred; fading remains.
 */
import { domMin, LazyMotion, MotionConfig, useInView } from 'framer-motion';
import * as m from 'framer-motion/m';
import { type ComponentProps, type ReactNode, useRef } from 'react';

export function MotionScope({ children }: { children: ReactNode }) {
  return (
    <LazyMotion features={domMin} strict>
      <MotionConfig reducedMotion="user">{children}</MotionConfig>
    </LazyMotion>
  );
}

interface RisingItemProps {
  className: string | undefined;
  durationSeconds: number;
  delaySeconds: number;
  children: ReactNode;
}

/** A list item that is hidden until it comes into view, and then rises and fades in. */
export function RisingItem({ className, durationSeconds, delaySeconds, children }: RisingItemProps) {
  const item = useRef<HTMLLIElement>(null);
  const isInView = useInView(item, { once: true });
  return (
    <MotionScope>
      <m.li
        ref={item}
        className={className}
        initial="below"
        animate={isInView ? 'shown' : 'below'}
        variants={{ below: { opacity: 0, y: 28 }, shown: { opacity: 1, y: 0 } }}
        transition={{ duration: durationSeconds, delay: delaySeconds, ease: 'easeOut' }}
      >
        {children}
      </m.li>
    </MotionScope>
  );
}

interface FadingProps extends ComponentProps<typeof m.div> {
  /** Fades in when this becomes true. It is up to the parent to hide the element otherwise. */
  isShown: boolean;
  durationSeconds: number;
}

/** An element that fades in whenever it is shown. */
export function Fading({ isShown, durationSeconds, ...props }: FadingProps) {
  return (
    <MotionScope>
      <m.div
        {...props}
        initial={false}
        animate={{ opacity: isShown ? [0, 1] : 1 }}
        transition={{ duration: durationSeconds, ease: 'easeInOut' }}
      />
    </MotionScope>
  );
}

interface PulsingProps {
  className: string | undefined;
  /** Pulses once when this becomes true. */
  isOn: boolean;
  children: ReactNode;
}

/** An icon that pulses once when it is switched on. */
export function Pulsing({ className, isOn, children }: PulsingProps) {
  return (
    <MotionScope>
      <m.span
        className={className}
        initial={false}
        animate={{ scale: isOn ? [1, 1.35, 1] : 1 }}
        transition={{ duration: 0.4 }}
      >
        {children}
      </m.span>
    </MotionScope>
  );
}
