import { Box, Grid } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { getBrowserSession } from '#web/auth/session.ts';
import { type BookEnquiry, bookFields, maxBookFieldCharacters } from '#web/catalogue/enquiry.ts';
import { normalizeDigits } from '#web/i18n/digits.ts';
import { detectNameLanguage } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { SubmitButton } from '#web/ui/form/buttons.tsx';
import { readText } from '#web/ui/form/read-text.ts';
import { TextAreaField, TextField } from '#web/ui/form/text-fields.tsx';
import { mapUserErrors } from '#web/ui/form/user-errors.ts';
import { useIsUnmounted } from '#web/ui/hooks/use-is-unmounted.ts';
import { ChakraScope } from '#web/ui/theme/ChakraScope.tsx';
import { toasts } from '#web/ui/toast/toasts.ts';
import { useCreateContactMutation } from './CreateContact.generated.ts';

const requiredFields = ['name', 'phoneNumber', 'remark'] as const;
const fields = [...bookFields, ...requiredFields] as const;
type Field = (typeof fields)[number];
/** The error of a field: a code, whose text follows the language of the page, or the gateway's message. */
type FieldError = 'missing' | 'invalid' | { message: string };
type FieldErrors = Partial<Record<Field, FieldError>>;

/** The same pattern as in the gateway. */
const phoneNumberPattern = /^\(?\+?(?:[\s().\p{Pd}]*\d){6,15}[\s().\p{Pd}]*$/u;

interface ContactFormProps {
  /** The book that the form is about, and the topic. */
  enquiry?: BookEnquiry | undefined;
  /** The number of the order that the form is about. */
  orderNumber?: string | null;
  /** Called once the shopper has closed the thank-you message, unless they have left the page. */
  onSent?: () => void;
}

/** The contact form (requirements.md 2.2). */
export function ContactForm({ enquiry, orderNumber = null, onSent }: ContactFormProps) {
  const { t } = useTranslation('shell');
  const { t: tServer } = useTranslation('serverMessages');
  const isUnmounted = useIsUnmounted();
  const [send, { loading }] = useCreateContactMutation();
  const [errors, setErrors] = useState<FieldErrors>({});
  const formElement = useRef<HTMLFormElement>(null);

  // The form in the footer outlives the session. After a logout, the next user of this browser must not see what was
  // typed. After an expired session, the same shopper may go on.
  useEffect(
    () =>
      getBrowserSession().onEnd((reason) => {
        if (reason === 'expired') return;
        formElement.current?.reset();
        setErrors({});
      }),
    [],
  );

  const showErrors = (form: HTMLFormElement, newErrors: FieldErrors) => {
    setErrors(newErrors);
    const firstField = fields.find((field) => newErrors[field] !== undefined);
    if (firstField !== undefined) form.querySelector<HTMLElement>(`[name="${firstField}"]`)?.focus();
  };

  const getError = (name: Field) => {
    const error = errors[name];
    if (error === 'invalid') return tServer('userErrors.INVALID_phoneNumber');
    if (error !== 'missing') return error?.message;
    const requiredField = requiredFields.find((field) => field === name);
    return requiredField && t(`contactForm.${requiredField}Required`);
  };

  const getFieldProps = (name: Field) => ({ name, label: t(`contactForm.${name}`), error: getError(name) });

  const composeInitialRemark = () => {
    if (enquiry !== undefined) return t(`contactForm.remark_${enquiry.topic}`);
    return orderNumber === null ? undefined : t('contactForm.aboutOrder', { number: orderNumber });
  };

  const submit = async (form: HTMLFormElement) => {
    const input = readForm(form);
    const inputErrors = findErrors(input);
    showErrors(form, inputErrors);
    if (Object.keys(inputErrors).length > 0) return;
    try {
      const userErrors = (await send({ variables: { input } })).data?.createContact?.userErrors;
      if (userErrors?.length === 0) {
        form.reset();
        const confirmed = await toasts.alert({
          title: t('contactForm.thanksTitle'),
          text: t('contactForm.thanks'),
          confirmText: t('contactForm.ok'),
        });
        if (confirmed && !isUnmounted()) onSent?.();
        return;
      }
      const { fieldErrors, otherMessage } = mapUserErrors(userErrors ?? [], toFormField);
      showErrors(form, Object.fromEntries(fieldErrors.map(({ path, message }) => [path, { message }])));
      if (fieldErrors.length === 0) toasts.error(otherMessage ?? t('contactForm.failed'));
    } catch {
      toasts.error(t('contactForm.failed'));
    }
  };

  return (
    <ChakraScope>
      <Grid asChild gap="3.5" gridTemplateColumns={{ sm: '1fr 1fr' }}>
        <form
          ref={formElement}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit(event.currentTarget);
          }}
        >
          {enquiry !== undefined &&
            bookFields.map((name) => (
              <TextField
                key={name}
                {...getFieldProps(name)}
                defaultValue={enquiry.book[name]}
                lang={detectNameLanguage(enquiry.book[name], enquiry.book.language)}
                maxLength={maxBookFieldCharacters}
              />
            ))}
          <TextField {...getFieldProps('name')} required autoComplete="name" maxLength={100} />
          <TextField
            {...getFieldProps('phoneNumber')}
            required
            type="tel"
            autoComplete="tel"
            maxLength={40}
          />
          <Box gridColumn={{ sm: '1 / -1' }}>
            <TextAreaField {...getFieldProps('remark')} required defaultValue={composeInitialRemark()} />
          </Box>
          <SubmitButton busy={loading} justifySelf="start">
            {t('contactForm.send')}
          </SubmitButton>
        </form>
      </Grid>
    </ChakraScope>
  );
}

function findErrors(input: Record<Field, string>): FieldErrors {
  const errors: FieldErrors = {};
  for (const field of requiredFields) if (input[field] === '') errors[field] = 'missing';
  if (!phoneNumberPattern.test(normalizeDigits(input.phoneNumber))) errors.phoneNumber ??= 'invalid';
  return errors;
}

function toFormField(field: readonly string[]): Field | undefined {
  return fields.find((name) => name === field.at(-1));
}

function readForm(form: HTMLFormElement): Record<Field, string> {
  const values = new FormData(form);
  const read = (field: Field) => readText(values, field).trim();
  return {
    productName: read('productName'),
    author: read('author'),
    publisher: read('publisher'),
    language: read('language'),
    name: read('name'),
    phoneNumber: read('phoneNumber'),
    remark: read('remark'),
  };
}
