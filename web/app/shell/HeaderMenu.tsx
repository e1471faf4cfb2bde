import { type ReactNode, useEffect, useRef } from 'react';
import styles from './HeaderMenu.module.css';

interface HeaderMenuProps {
  /** The label of the button, if its content is an icon. */
  label?: string;
  /** The content of the button. */
  button: ReactNode;
  buttonClassName?: string | undefined;
  className?: string | undefined;
  /** The content of the menu. `close` closes it and returns the focus to the button. */
  children: (close: () => void) => ReactNode;
}

/**
 * A header button that opens a menu. It is a native `details` element, so it works without scripts, and pages without
 * Chakra components need not load Chakra for a menu.
 */
export function HeaderMenu({
  label,
  button,
  buttonClassName = 'icon-button',
  className = '',
  children,
}: HeaderMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const closeOnOutsideEvent = ({ target }: Event) => {
      const isOutside = target instanceof Node && !menu.current?.contains(target);
      if (menu.current !== null && isOutside) menu.current.open = false;
    };
    document.addEventListener('pointerdown', closeOnOutsideEvent);
    document.addEventListener('focusin', closeOnOutsideEvent);
    return () => {
      document.removeEventListener('pointerdown', closeOnOutsideEvent);
      document.removeEventListener('focusin', closeOnOutsideEvent);
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
      <summary className={buttonClassName} aria-label={label}>
        {button}
      </summary>
      <div className={styles.panel}>{children(close)}</div>
    </details>
  );
}
