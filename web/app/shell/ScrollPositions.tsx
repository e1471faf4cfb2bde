import { useEffect } from 'react';
import { ScrollRestoration } from 'react-router-dom';

/** The session-storage key of the scroll positions while the page reloads. */
const storageKey = 'scroll-positions';

/**
 * Restores the scroll position on Back and Forward, also after a reload. The router passes the positions through
 * session storage. They are removed once read, because session storage must hold only the four session values
 * (requirements.md 3).
 */
export function ScrollPositions() {
  useEffect(() => {
    const removePositions = () => window.sessionStorage.removeItem(storageKey);
    removePositions();
    // A page restored from the back/forward cache has stored them too.
    window.addEventListener('pageshow', removePositions);
    return () => window.removeEventListener('pageshow', removePositions);
  }, []);
  return <ScrollRestoration storageKey={storageKey} />;
}
