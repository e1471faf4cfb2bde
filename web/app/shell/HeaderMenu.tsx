import { type ReactNode, useEffect, useRef } from 'react';
import styles from './HeaderMenu.module.css';

interface HeaderMenuProps {
  label: string;
  /** What the button shows: a drawing or a sign, for the eye alone. */
  sign: ReactNode;
  className?: string | undefined;
  /** The choices; `close` shuts them and leads the focus back to the button. */
  children: (close: () => void) => ReactNode;
}

/** A button of the header that opens a few choices; the browser's own disclosure, so it works without scripts. */
export function HeaderMenu({ label, sign, className = '', children }: HeaderMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      const outside = target instanceof Node && !menu.current?.contains(target);
      if (menu.current !== null && outside) menu.current.open = false;
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, []);
  const close = () => {
    if (menu.current === null) return;
    menu.current.open = false;
    menu.current.querySelector('summary')?.focus();
  };
  return (
    <details
      ref={menu}
      className={`${styles.menu} ${className}`}
      name="header"
      onKeyDown={({ key }) => {
        if (key === 'Escape') close();
      }}
    >
      <summary className="icon-button" aria-label={label}>
        {sign}
      </summary>
      <div className={styles.panel}>{children(close)}</div>
    </details>
  );
}
