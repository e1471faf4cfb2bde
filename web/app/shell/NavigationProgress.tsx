import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router-dom';
import { pageShown } from '#web/routing/page-head.tsx';
import { focusHeading } from '#web/ui/focus-heading.ts';
import styles from './Layout.module.css';

/**
 * Shows a progress bar while the next page loads. Once the page is shown with its final title, focuses its heading and
 * lets screen readers announce the title, which they do by themselves only after a full page load. A navigation that
 * changes only the query, such as a search or the next page of authors, is announced if it changes the title. It moves
 * the focus only from the header's search or if the focus has been lost.
 */
export function NavigationProgress() {
  const location = useLocation();
  const current = useRef(location);
  const announced = useRef({ ...location, title: '' });
  const [title, setTitle] = useState('');
  useEffect(() => {
    // This component precedes the page, so its effects run before those of the page.
    current.current = location;
  }, [location]);
  useEffect(
    () =>
      pageShown.subscribe(() => {
        const previous = announced.current;
        announced.current = { ...current.current, title: document.title };
        const { key, pathname } = current.current;
        const isNewPath = pathname !== previous.pathname;
        if (!isNewPath && (key === previous.key || document.title === previous.title)) return;
        setTitle(document.title);
        const focused = document.activeElement;
        const movesFocus = isNewPath
          ? // The focus stays in a field of the page and in an open dialog.
            !focused?.matches('main :is(input, select, textarea), [role$="dialog"] *')
          : focused?.matches('body, header [role="search"] *');
        if (movesFocus) focusHeading();
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
