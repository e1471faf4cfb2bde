import { Field as ChakraField } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import { detectTextLanguage } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';

/** The props that all fields share. */
export interface FieldOptions {
  label: string;
  /** The error message to show. */
  error?: string | undefined;
  hint?: string | undefined;
  /** The id of another text that describes the control. */
  descriptionId?: string | undefined;
}

export interface FieldProps extends FieldOptions {
  /** A link or button that resolves the error, shown below it. */
  errorAction?: ReactNode;
  disabled?: boolean;
  children: (control: { 'aria-describedby': string | undefined }) => ReactNode;
}

/**
 * A labelled control with its hint and error, which screen readers announce with it. Chakra refers to the error by
 * `aria-errormessage`, which most screen readers ignore, so the control also refers to it as a description.
 */
export function Field({
  label,
  error,
  hint,
  descriptionId,
  errorAction,
  disabled = false,
  children,
}: FieldProps) {
  const id = useId();
  const { language } = useTranslation('ui');
  const descriptionIds = [
    ...(descriptionId === undefined ? [] : [descriptionId]),
    ...(hint === undefined ? [] : [`field::${id}::helper-text`]),
    ...(error === undefined ? [] : [`field::${id}::error-text`]),
  ];
  return (
    <ChakraField.Root id={id} disabled={disabled} invalid={error !== undefined}>
      <ChakraField.Label>{label}</ChakraField.Label>
      {children({ 'aria-describedby': descriptionIds.length === 0 ? undefined : descriptionIds.join(' ') })}
      {hint !== undefined && <ChakraField.HelperText>{hint}</ChakraField.HelperText>}
      <ChakraField.ErrorText lang={detectTextLanguage(error ?? '', language)}>{error}</ChakraField.ErrorText>
      {errorAction}
    </ChakraField.Root>
  );
}
