import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { useSubmitButton } from '#web/ui/form/use-submit-button.ts';
import { useToast } from '#web/ui/toast/toasts.ts';
import styles from './ContactForm.module.css';
import { useCreateContactMutation } from './CreateContact.generated.ts';

const fields = ['name', 'phoneNumber', 'remark'] as const;
type Field = (typeof fields)[number];
type FieldErrors = Partial<Record<Field, string>>;

/** The contact form (requirements.md 2.2). All fields are required, and errors are shown next to them. */
export function ContactForm() {
  const { t } = useTranslation('shell');
  const toast = useToast();
  const navigate = useNavigate();
  const { key } = useLocation();
  const [send, { loading }] = useCreateContactMutation();
  const [errors, setErrors] = useState<FieldErrors>({});
  const submitButton = useSubmitButton();
  const form = useRef<HTMLFormElement>(null);

  const showErrors = (found: FieldErrors) => {
    setErrors(found);
    const first = fields.find((field) => found[field] !== undefined);
    if (first !== undefined) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };

  const submit = async () => {
    const input = readForm(form.current);
    const missing = fields.filter((field) => input[field] === '');
    showErrors(Object.fromEntries(missing.map((field) => [field, t(`contactForm.${field}Required`)])));
    if (missing.length > 0) return;
    try {
      const userErrors = (await send({ variables: { input } })).data?.createContact.userErrors;
      if (userErrors?.length === 0) {
        form.current?.reset();
        await toast.alert({
          title: t('contactForm.thanksTitle'),
          text: t('contactForm.thanks'),
          confirmText: t('contactForm.ok'),
        });
        // Go back one page, unless the form was the first page of the visit.
        if (key !== 'default') await navigate(-1);
        return;
      }
      const fieldErrors = fields.map((field): [Field, string | undefined] => [
        field,
        userErrors?.find((error) => error.field?.at(-1) === field)?.message,
      ]);
      showErrors(Object.fromEntries(fieldErrors));
      if (fieldErrors.every(([, message]) => message === undefined)) {
        toast.error(userErrors?.[0]?.message ?? t('contactForm.failed'));
      }
    } catch {
      toast.error(t('contactForm.failed'));
    }
  };

  return (
    <form
      ref={form}
      noValidate
      className={styles.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      <ContactField name="name" error={errors.name} autoComplete="name" />
      <ContactField name="phoneNumber" error={errors.phoneNumber} autoComplete="tel" type="tel" />
      <ContactField name="remark" error={errors.remark} multiline />
      <button {...submitButton} className={`button button--solid ${styles.send}`} disabled={loading}>
        {loading ? t('contactForm.sending') : t('contactForm.send')}
      </button>
    </form>
  );
}

interface ContactFieldProps {
  name: Field;
  error: string | undefined;
  autoComplete?: string;
  type?: string;
  multiline?: boolean;
}

function ContactField({ name, error, multiline = false, ...input }: ContactFieldProps) {
  const { t } = useTranslation('shell');
  const id = useId();
  const shared = {
    id,
    name,
    className: 'input',
    required: true,
    'aria-invalid': error !== undefined,
    'aria-describedby': error === undefined ? undefined : `${id}-error`,
  };
  return (
    <div className={`field ${multiline ? styles.multiline : ''}`}>
      <label htmlFor={id} className="field__label">
        {t(`contactForm.${name}`)}
      </label>
      {multiline ? (
        <textarea {...shared} rows={3} maxLength={2000} />
      ) : (
        <input {...shared} {...input} maxLength={100} />
      )}
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="field__error">
          {error}
        </p>
      )}
    </div>
  );
}

function readForm(form: HTMLFormElement | null): Record<Field, string> {
  const values = form === null ? undefined : new FormData(form);
  const read = (field: Field) => {
    const value = values?.get(field);
    return typeof value === 'string' ? value.trim() : '';
  };
  return { name: read('name'), phoneNumber: read('phoneNumber'), remark: read('remark') };
}
