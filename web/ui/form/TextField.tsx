import type { ComponentProps, ReactNode } from 'react';
import { Field } from './Field.tsx';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className' | 'children'> {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
  errorAction?: ReactNode;
}

/** A labelled text input. */
export function TextField({ label, error, hint, errorAction, ...input }: TextFieldProps) {
  return (
    <Field label={label} error={error} hint={hint} errorAction={errorAction}>
      {(control) => <input maxLength={300} {...input} {...control} />}
    </Field>
  );
}
