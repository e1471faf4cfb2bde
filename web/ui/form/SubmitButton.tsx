import type { ReactNode } from 'react';
import styles from './form.module.css';
import { useSubmitButton } from './use-submit-button.ts';

interface SubmitButtonProps {
  /** What it started is still running: no second time, and a wheel turns. */
  busy: boolean;
  /** False softens its looks: something is still to be done before it. It can be pressed all the same, to hear what. */
  ready?: boolean;
  className?: string;
  children: ReactNode;
}

/** The button that sends a form, once the page is alive. */
export function SubmitButton({ busy, ready = true, className = '', children }: SubmitButtonProps) {
  const submit = useSubmitButton();
  return (
    <button
      {...submit}
      className={`button ${ready ? 'button--solid' : ''} ${className}`}
      disabled={busy}
      aria-busy={busy}
    >
      {busy && <span className={styles.spinner} aria-hidden="true" />}
      {children}
    </button>
  );
}
