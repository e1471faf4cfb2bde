import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router-dom';
import { pageShown } from '#web/routing/page-head.tsx';
import { focusHeading } from '#web/ui/focus-heading.ts';
import styles from './Layout.module.css';

/**
 * Shows a progress line while the next page loads. Once the page is shown with its final title, focuses its heading and
 * lets screen readers announce the title, which they do by themselves only after a full page load. A navigation that
 * changes only the query is not announced.
 */
export function NavigationProgress() {
  const { pathname } = useLocation();
  const path = useRef(pathname);
  const announcedPath = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    // This component precedes the page, so its effects run before those of the page.
    path.current = pathname;
  }, [pathname]);
  useEffect(
    () =>
      pageShown.subscribe(() => {
        if (announcedPath.current === path.current) return;
        announcedPath.current = path.current;
        setTitle(document.title);
        // The focus stays in a field of the page and in an open dialog.
        if (!document.activeElement?.matches('main :is(input, select, textarea), [role$="dialog"] *'))
          focusHeading();
      }),
    [],
  );
  return (
    <>
      {useNavigation().state === 'loading' && <div className={styles.progress} />}
      <p aria-live="polite" className="visually-hidden">
        {title}
      </p>
    </>
  );
}
