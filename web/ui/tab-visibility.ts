/**
 * Calls the listener whenever the tab is shown again, with the milliseconds for which it was hidden: `Infinity` if the
 * browser has restored the page from its back/forward cache, where the page missed all changes. Returns the unsubscribe
 * function.
 */
export function onTabShown(listener: (hiddenMs: number) => void): () => void {
  let hiddenAt = Date.now();
  const handleVisibilityChange = () => {
    if (document.visibilityState === 'hidden') hiddenAt = Date.now();
    else listener(Date.now() - hiddenAt);
  };
  const handlePageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener(Infinity);
  };
  document.addEventListener('visibilitychange', handleVisibilityChange);
  window.addEventListener('pageshow', handlePageShow);
  return () => {
    document.removeEventListener('visibilitychange', handleVisibilityChange);
    window.removeEventListener('pageshow', handlePageShow);
  };
}
