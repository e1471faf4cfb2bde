import { type ReactNode, useEffect, useRef } from 'react';
import styles from './HeaderMenu.module.css';

interface HeaderMenuProps {
  label: string;
  /** What the button shows: a drawing or a sign, for the eye alone. */
  sign: ReactNode;
  className?: string | undefined;
  children: ReactNode;
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
  return (
    <details
      ref={menu}
      className={`${styles.menu} ${className}`}
      name="header"
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Escape') close(currentTarget);
      }}
    >
      <summary className="icon-button" aria-label={label}>
        {sign}
      </summary>
      <div className={styles.panel}>{children}</div>
    </details>
  );
}

function close(menu: HTMLDetailsElement): void {
  menu.open = false;
  menu.querySelector('summary')?.focus();
}
