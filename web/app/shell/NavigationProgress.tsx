import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router-dom';
import { pageShown } from '#web/routing/page-head.tsx';
import styles from './Layout.module.css';

/**
 * A line at the top while the next screen is loaded. When it is there, with its own title, the title is
 * read out and the focus goes to its heading, as it does when a browser opens a page.
 */
export function NavigationProgress() {
  const { pathname } = useLocation();
  const path = useRef(pathname);
  const toldPath = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    // Before the screen's own effects, which come after those of what stands above it.
    path.current = pathname;
  }, [pathname]);
  useEffect(() => {
    const arrive = () => {
      if (toldPath.current === path.current) return;
      toldPath.current = path.current;
      setTitle(document.title);
      focusHeading();
    };
    document.addEventListener(pageShown, arrive);
    return () => document.removeEventListener(pageShown, arrive);
  }, []);
  return (
    <>
      {useNavigation().state === 'loading' && <div className={styles.progress} />}
      <p aria-live="polite" className="visually-hidden">
        {title}
      </p>
    </>
  );
}

/** Leaves alone what the screen itself has put the focus on, and whoever answers a question. */
function focusHeading(): void {
  if (document.activeElement?.matches('main :is(input, select, textarea), [role$="dialog"] *')) return;
  const heading = document.querySelector<HTMLElement>('main h1');
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
