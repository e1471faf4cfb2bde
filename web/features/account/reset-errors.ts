import { useState } from 'react';

interface Refusal {
  message: string;
  field?: readonly string[] | null;
}

/** What is wrong in a step: beside its field, or with the step as a whole. */
export interface ResetErrors {
  fieldError: string | undefined;
  failure: string | null;
  clear: () => void;
  /** The shopper has to mend the field. */
  setFieldMessage: (message: string) => void;
  /** Nothing the field could mend. */
  fail: (message: string) => void;
  /** What the gateway refused: a field's error, or one of the whole. */
  refuse: (refusal: Refusal) => void;
}

export function useResetErrors(): ResetErrors {
  const [fieldError, setFieldError] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const show = (message: string | undefined, whole: string | null) => {
    setFieldError(message);
    setFailure(whole);
  };
  return {
    fieldError,
    failure,
    clear: () => show(undefined, null),
    setFieldMessage: (message) => show(message, null),
    fail: (message) => show(undefined, message),
    refuse: ({ message, field }) => (field == null ? show(undefined, message) : show(message, null)),
  };
}
