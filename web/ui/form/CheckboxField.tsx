import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './form.module.css';

interface CheckboxFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className' | 'type' | 'children'> {
  label: ReactNode;
  error?: string | undefined;
}

/** A labelled checkbox with an error message. */
export function CheckboxField({ label, error, ...input }: CheckboxFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <span className={styles.checkbox}>
        <input
          {...input}
          type="checkbox"
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
        />
        <label htmlFor={id}>{label}</label>
      </span>
      {error !== undefined && (
        <p id={`${id}-error`} className="field__error">
          {error}
        </p>
      )}
    </div>
  );
}
