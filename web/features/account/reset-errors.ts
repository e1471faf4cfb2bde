import { useState } from 'react';
import type { UserError } from '#web/ui/form/user-errors.ts';

/** The error that a step of the password reset shows, at a field or for the step as a whole. */
interface ResetErrors {
  fieldError: string | undefined;
  failure: string | null;
  clear: () => void;
  showFieldError: (message: string) => void;
  showFailure: (message: string) => void;
  /** Shows an error from the gateway, at the field if the error names one. */
  showUserError: (error: UserError) => void;
}

export function useResetErrors(): ResetErrors {
  const [fieldError, setFieldError] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const show = (fieldMessage: string | undefined, stepMessage: string | null) => {
    setFieldError(fieldMessage);
    setFailure(stepMessage);
  };
  return {
    fieldError,
    failure,
    clear: () => show(undefined, null),
    showFieldError: (message) => show(message, null),
    showFailure: (message) => show(undefined, message),
    showUserError: ({ message, field }) => (field === null ? show(undefined, message) : show(message, null)),
  };
}
