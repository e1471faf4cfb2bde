/** Calls the function once the page has loaded and the browser is idle, so that it does not delay the first paint. */
export function whenIdle(callback: () => void): void {
  const schedule = () => {
    // Not every browser supports `requestIdleCallback`.
    if (window.requestIdleCallback === undefined) setTimeout(callback);
    else window.requestIdleCallback(() => callback());
  };
  if (document.readyState === 'complete') schedule();
  else window.addEventListener('load', schedule, { once: true });
}
