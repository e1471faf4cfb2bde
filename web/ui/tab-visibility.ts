/**
 * Calls the listener whenever the tab is shown again, with the milliseconds for which it was hidden. Returns the
 * unsubscribe function.
 */
export function onTabShown(listener: (hiddenMs: number) => void): () => void {
  let hiddenAt = Date.now();
  const handleVisibilityChange = () => {
    if (document.visibilityState === 'hidden') hiddenAt = Date.now();
    else listener(Date.now() - hiddenAt);
  };
  document.addEventListener('visibilitychange', handleVisibilityChange);
  return () => document.removeEventListener('visibilitychange', handleVisibilityChange);
}
