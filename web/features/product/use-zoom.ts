import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** How large a picture may be shown, as a multiple of what fits. */
export const smallest = 1;
export const largest = 4;

/** A place in the window, in pixels. */
interface Spot {
  x: number;
  y: number;
}

interface Zoom {
  zoom: number;
  /** Changes the zoom, within its bounds; what is at the spot stays there, by default the pane's middle. */
  zoomTo: (wish: number, spot?: Spot) => void;
  /** What scrolls; two fingers on it zoom. */
  pane: RefObject<HTMLElement | null>;
}

/** How near a picture in a scrolling pane is looked at. */
export function useZoom(): Zoom {
  const pane = useRef<HTMLElement>(null);
  const [zoom, setZoom] = useState(smallest);
  const current = useRef(smallest);

  const zoomTo = useCallback((wish: number, spot?: Spot) => {
    const element = pane.current;
    if (element === null) return;
    const frame = element.getBoundingClientRect();
    const x = (spot?.x ?? frame.left + frame.width / 2) - frame.left;
    const y = (spot?.y ?? frame.top + frame.height / 2) - frame.top;
    const across = (element.scrollLeft + x) / element.scrollWidth;
    const down = (element.scrollTop + y) / element.scrollHeight;
    // The pane's new measures are needed at once: a movement a frame later would be seen.
    current.current = Math.min(Math.max(wish, smallest), largest);
    flushSync(() => setZoom(current.current));
    element.scrollLeft = across * element.scrollWidth - x;
    element.scrollTop = down * element.scrollHeight - y;
  }, []);

  useEffect(() => {
    if (pane.current === null) return undefined;
    return followPinch(pane.current, () => current.current, zoomTo);
  }, [zoomTo]);
  return { zoom, zoomTo, pane };
}

/**
 * Two fingers on the pane zoom the picture and not the page. React's own listeners could not keep
 * the browser from its way: they are passive.
 */
function followPinch(pane: HTMLElement, zoom: () => number, zoomTo: Zoom['zoomTo']): () => void {
  let began: { apart: number; zoom: number } | null = null;
  const onMove = (event: TouchEvent) => {
    const [one, other] = event.touches;
    if (one === undefined || other === undefined) {
      began = null;
      return;
    }
    if (event.cancelable) event.preventDefault();
    const apart = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    began ??= { apart, zoom: zoom() };
    zoomTo(began.zoom * (apart / began.apart), {
      x: (one.clientX + other.clientX) / 2,
      y: (one.clientY + other.clientY) / 2,
    });
  };
  const onEnd = () => {
    began = null;
  };
  const listening = new AbortController();
  const { signal } = listening;
  pane.addEventListener('touchmove', onMove, { passive: false, signal });
  pane.addEventListener('touchend', onEnd, { signal });
  pane.addEventListener('touchcancel', onEnd, { signal });
  return () => listening.abort();
}
