import { type ReactNode, useId } from 'react';
import { textLanguage } from '#web/i18n/format.ts';
import { usePageLanguage } from '#web/i18n/PageLanguage.tsx';
import styles from './form.module.css';

/** The attributes that connect a control with its label, hint and error. */
export interface ControlProps {
  id: string;
  className: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

interface FieldProps {
  label: string;
  /** The error message to show. */
  error?: string | undefined;
  hint?: string | undefined;
  /** A link or button that resolves the error, shown below it. */
  errorAction?: ReactNode;
  children: (control: ControlProps) => ReactNode;
}

/** A labelled control with its hint and error, which screen readers announce with it. */
export function Field({ label, error, hint, errorAction, children }: FieldProps) {
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
      {errorAction}
    </div>
  );
}
