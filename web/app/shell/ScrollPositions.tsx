import { useEffect } from 'react';
import { ScrollRestoration } from 'react-router-dom';

/** The key in the session storage under which the places travel from one load of the page to the next. */
const storageKey = 'places';

/**
 * Puts a page that was left where it stood when the reader comes back to it, also when the page was
 * loaded anew in between. The router hands the places over in the session storage, which holds the four
 * values of the session and nothing more (requirements.md 3): they are taken out once they are read.
 */
export function ScrollPositions() {
  useEffect(() => {
    const takeOut = () => window.sessionStorage.removeItem(storageKey);
    takeOut();
    // A page the browser had kept alive has put them there, too.
    window.addEventListener('pageshow', takeOut);
    return () => window.removeEventListener('pageshow', takeOut);
  }, []);
  return <ScrollRestoration storageKey={storageKey} />;
}
