import { type ReactNode, useId } from 'react';
import { textLanguage } from '#web/i18n/format.ts';
import { usePageLanguage } from '#web/i18n/PageLanguage.tsx';
import styles from './form.module.css';

/** What ties a control to its label, its hint and its error. */
export interface ControlProps {
  id: string;
  className: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

interface FieldProps {
  label: string;
  /** What is wrong with it, in the shopper's words. */
  error?: string | undefined;
  hint?: string | undefined;
  /** Stands below the error: a way out of it. */
  remedy?: ReactNode;
  children: (control: ControlProps) => ReactNode;
}

/** A labelled control with its hint and its error, which assistive technology reads with it. */
export function Field({ label, error, hint, remedy, children }: FieldProps) {
  const id = useId();
  const language = usePageLanguage();
  const descriptions = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(error === undefined ? [] : [`${id}-error`]),
  ];
  return (
    <div className="field">
      <label htmlFor={id} className="field__label">
        {label}
      </label>
      {children({
        id,
        className: 'input',
        'aria-invalid': error !== undefined,
        'aria-describedby': descriptions.length === 0 ? undefined : descriptions.join(' '),
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="field__error" lang={textLanguage(error, language)}>
          {error}
        </p>
      )}
      {remedy}
    </div>
  );
}
