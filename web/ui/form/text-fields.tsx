import { Button, Input, InputGroup, type InputProps, Textarea, type TextareaProps } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from '#web/i18n/translation.tsx';
import { Icon } from '../Icon.tsx';
import { Field, type FieldOptions, type FieldProps } from './Field.tsx';

type TextFieldProps = FieldOptions & Pick<FieldProps, 'errorAction'> & InputProps;

/** A labelled text input. */
export function TextField({ label, error, hint, descriptionId, errorAction, ...input }: TextFieldProps) {
  return (
    <Field label={label} error={error} hint={hint} descriptionId={descriptionId} errorAction={errorAction}>
      {(control) => <Input maxLength={300} {...input} {...control} />}
    </Field>
  );
}

/** A labelled text input of several lines. */
export function TextAreaField({
  label,
  error,
  hint,
  descriptionId,
  ...textarea
}: FieldOptions & TextareaProps) {
  return (
    <Field label={label} error={error} hint={hint} descriptionId={descriptionId}>
      {(control) => <Textarea rows={3} maxLength={2000} resize="vertical" {...textarea} {...control} />}
    </Field>
  );
}

/** A password field with a button to show or hide the password. */
export function PasswordField({
  label,
  error,
  hint,
  descriptionId,
  ...input
}: FieldOptions & Omit<InputProps, 'type'>) {
  const { t } = useTranslation('ui');
  const [isShown, setShown] = useState(false);
  return (
    <Field label={label} error={error} hint={hint} descriptionId={descriptionId}>
      {(control) => (
        <InputGroup
          endElementProps={{ insetInlineEnd: '0', insetBlock: '0' }}
          endElement={
            <Button variant="ghost" borderRadius="l2" color="fg.muted" onClick={() => setShown(!isShown)}>
              <Icon name={isShown ? 'eyeOff' : 'eye'} size={22} />
              <span className="visually-hidden">
                {isShown ? t('form.hidePassword') : t('form.showPassword')} ({label})
              </span>
            </Button>
          }
        >
          <Input
            autoCapitalize="none"
            spellCheck={false}
            maxLength={128}
            {...input}
            {...control}
            paddingInlineEnd="12"
            type={isShown ? 'text' : 'password'}
          />
        </InputGroup>
      )}
    </Field>
  );
}
