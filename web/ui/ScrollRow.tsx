import { type ReactNode, useRef, useState } from 'react';
import { Icon } from './Icon.tsx';
import styles from './ScrollRow.module.css';

/**
 * A row that scrolls horizontally by touch and keyboard. It has arrows for mice, because most have no horizontal wheel.
 * The children are list items whose width is the custom property `--item-width`.
 */
export function ScrollRow({ children }: { children: ReactNode }) {
  const row = useRef<HTMLUListElement>(null);
  const [canScroll, setCanScroll] = useState({ back: false, forward: false });
  const measure = () => {
    if (row.current === null) return;
    const { scrollLeft, scrollWidth, clientWidth } = row.current;
    const back = scrollLeft > 0;
    // Browsers round the widths.
    const forward = scrollLeft + clientWidth < scrollWidth - 1;
    if (back !== canScroll.back || forward !== canScroll.forward) setCanScroll({ back, forward });
  };
  const scroll = (pages: number) =>
    row.current?.scrollBy({ left: pages * scrollRatio * row.current.clientWidth });
  return (
    <div className={styles.frame} onPointerEnter={measure}>
      <ul ref={row} className={styles.row} onScroll={measure}>
        {children}
      </ul>
      {canScroll.back && <Arrow direction="previous" onClick={() => scroll(-1)} />}
      {canScroll.forward && <Arrow direction="next" onClick={() => scroll(1)} />}
    </div>
  );
}

/**
 * How far an arrow scrolls, relative to the visible width. Below 1, so that an item that was cut off is then shown
 * whole.
 */
const scrollRatio = 0.85;

/** For the mouse only: the keyboard and screen readers reach the items themselves. */
function Arrow({ direction, onClick }: { direction: 'previous' | 'next'; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-hidden="true"
      tabIndex={-1}
      className={`icon-button ${styles.arrow} ${styles[direction]}`}
      onClick={onClick}
    >
      <Icon name={direction} />
    </button>
  );
}
