import { Button, Flex, Grid, Text } from '@chakra-ui/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from '#web/i18n/translation.tsx';
import { SubmitButton } from '#web/ui/form/buttons.tsx';
import { FormAlert } from '#web/ui/form/FormAlert.tsx';
import { readText } from '#web/ui/form/read-text.ts';

/** Returns the value of a field. */
export type ReadField = (field: string) => string;

/** The id of the step's text, which describes the first field: that field gets the focus when the step opens. */
export const stepTextId = 'password-reset-step';

interface ResetStepProps {
  number: 1 | 2 | 3;
  text: string;
  submitText: string;
  busy: boolean;
  /** An error of the step as a whole. */
  failure: string | null;
  onSubmit: (read: ReadField) => Promise<void>;
  onCancel: () => void;
  children: ReactNode;
}

/** One step of the password reset: its text, its fields, Cancel and the submit button. */
export function ResetStep({
  number,
  text,
  submitText,
  busy,
  failure,
  onSubmit,
  onCancel,
  children,
}: ResetStepProps) {
  const { t } = useTranslation('account');
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector('input')?.focus();
  }, []);
  // True from the submission until the first invalid field has the focus. The focus is not moved again after that,
  // because the shopper may be typing in another field.
  const isFocusPending = useRef(false);
  // Screen readers announce a field's error when the field gets the focus.
  useEffect(() => {
    if (busy || !isFocusPending.current) return;
    const invalidField = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (invalidField == null) return;
    isFocusPending.current = false;
    invalidField.focus();
  });
  return (
    <Grid asChild gap="4">
      <form
        ref={form}
        noValidate
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          isFocusPending.current = true;
          const values = new FormData(event.currentTarget);
          void onSubmit((field) => readText(values, field));
        }}
      >
        <Text id={stepTextId} color="fg.muted">
          <Text as="span" display="block" color="accent.fg" fontSize="sm" fontWeight="semibold">
            {t('reset.step', { step: number })}
          </Text>{' '}
          {text}
        </Text>
        {children}
        <FormAlert message={failure} />
        <Flex wrap="wrap" justify="end" gap="3">
          <Button onClick={onCancel}>{t('cancel')}</Button>
          <SubmitButton busy={busy}>{submitText}</SubmitButton>
        </Flex>
      </form>
    </Grid>
  );
}
