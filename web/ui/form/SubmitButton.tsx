import type { ReactNode } from 'react';
import styles from './form.module.css';
import { useSubmitButton } from './use-submit-button.ts';

interface SubmitButtonProps {
  /** Disables the button and shows a spinner while the form is being submitted. */
  busy: boolean;
  /** False shows a weaker style while the form is incomplete. The button still works, to show what is missing. */
  ready?: boolean;
  className?: string;
  children: ReactNode;
}

/** The button that submits a form, once the page is hydrated. */
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
