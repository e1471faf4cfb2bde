import { useState } from 'react';
import type { UserError } from '#web/ui/form/user-errors.ts';

/** The error that a step of the password reset shows, at a field or for the step as a whole. */
interface ResetErrors {
  fieldError: string | undefined;
  failure: string | null;
  /** Clears the errors of the previous attempt. */
  clear: () => void;
  showFieldError: (message: string) => void;
  showFailure: (message: string) => void;
  /** Shows an error from the gateway, at the field if the error names one. */
  showUserError: (error: UserError) => void;
}

export function useResetErrors(): ResetErrors {
  const [fieldError, setFieldError] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  return {
    fieldError,
    failure,
    clear: () => {
      setFieldError(undefined);
      setFailure(null);
    },
    showFieldError: setFieldError,
    showFailure: setFailure,
    showUserError: ({ message, field }) => (field === null ? setFailure(message) : setFieldError(message)),
  };
}
