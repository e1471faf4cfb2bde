import type { ReactNode } from 'react';
import styles from './form.module.css';
import { useHydrated } from './use-hydrated.ts';

interface SubmitButtonProps {
  /** What it started is still running: no second time, and a wheel turns. */
  busy: boolean;
  /** False softens its looks: something is still to be done before it. It can be pressed all the same, to hear what. */
  ready?: boolean;
  className?: string;
  children: ReactNode;
}

/**
 * The button that sends a form. Until the page is alive it sends nothing: the browser's own way would
 * put what was typed into the address and lose it.
 */
export function SubmitButton({ busy, ready = true, className = '', children }: SubmitButtonProps) {
  const hydrated = useHydrated();
  return (
    <button
      type={hydrated ? 'submit' : 'button'}
      className={`button ${ready ? 'button--solid' : ''} ${className}`}
      disabled={busy}
      aria-busy={busy}
    >
      {busy && <span className={styles.wheel} aria-hidden="true" />}
      {children}
    </button>
  );
}
