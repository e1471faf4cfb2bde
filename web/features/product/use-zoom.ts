import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** The limits of the zoom factor; 1 fits the pane. */
export const minZoom = 1;
export const maxZoom = 4;

/** A point in the viewport, in pixels. */
interface Point {
  x: number;
  y: number;
}

interface Zoom {
  zoom: number;
  /** Sets the zoom, clamped to its limits. The point stays in place; the default is the centre of the pane. */
  zoomTo: (factor: number, point?: Point) => void;
  /** The scrolling element, which also handles pinching. */
  pane: RefObject<HTMLElement | null>;
}

/** The zoom of an image in a scrolling pane. */
export function useZoom(): Zoom {
  const pane = useRef<HTMLElement>(null);
  const [zoom, setZoom] = useState(minZoom);
  const current = useRef(minZoom);

  const zoomTo = useCallback((factor: number, point?: Point) => {
    const element = pane.current;
    if (element === null) return;
    const frame = element.getBoundingClientRect();
    const x = (point?.x ?? frame.left + frame.width / 2) - frame.left;
    const y = (point?.y ?? frame.top + frame.height / 2) - frame.top;
    const across = (element.scrollLeft + x) / element.scrollWidth;
    const down = (element.scrollTop + y) / element.scrollHeight;
    // The new size of the pane is needed in the same frame, or the image would visibly jump.
    current.current = Math.min(Math.max(factor, minZoom), maxZoom);
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
 * Makes a pinch zoom the image instead of the page. React attaches touch listeners as passive, so these are
 * native ones that can prevent the default.
 */
function followPinch(pane: HTMLElement, zoom: () => number, zoomTo: Zoom['zoomTo']): () => void {
  let start: { distance: number; zoom: number } | null = null;
  const onMove = (event: TouchEvent) => {
    const [one, other] = event.touches;
    if (one === undefined || other === undefined) {
      start = null;
      return;
    }
    if (event.cancelable) event.preventDefault();
    const distance = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    start ??= { distance, zoom: zoom() };
    zoomTo(start.zoom * (distance / start.distance), {
      x: (one.clientX + other.clientX) / 2,
      y: (one.clientY + other.clientY) / 2,
    });
  };
  const onEnd = () => {
    start = null;
  };
  const listeners = new AbortController();
  const { signal } = listeners;
  pane.addEventListener('touchmove', onMove, { passive: false, signal });
  pane.addEventListener('touchend', onEnd, { signal });
  pane.addEventListener('touchcancel', onEnd, { signal });
  return () => listeners.abort();
}
