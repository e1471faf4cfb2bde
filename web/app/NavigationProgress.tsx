import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router-dom';
import styles from './Layout.module.css';

/** A line at the top while the next screen is loaded, and its title read out when it is there. */
export function NavigationProgress() {
  const { pathname } = useLocation();
  const first = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (pathname === first.current) return;
    first.current = '';
    // The screen sets the title in an effect of its own, which may come after this one.
    const frame = requestAnimationFrame(() => setTitle(document.title));
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
  return (
    <>
      {useNavigation().state === 'loading' && <div className={styles.progress} />}
      <p aria-live="polite" className="visually-hidden">
        {title}
      </p>
    </>
  );
}
