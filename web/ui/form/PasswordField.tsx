import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../Icon.tsx';
import { Field } from './Field.tsx';
import styles from './form.module.css';

interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className' | 'type' | 'children'> {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
}

/** A password field with a button to show or hide the password. */
export function PasswordField({ label, error, hint, ...input }: PasswordFieldProps) {
  const { t } = useTranslation('ui');
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <span className={styles.password}>
          <input
            autoCapitalize="none"
            spellCheck={false}
            maxLength={128}
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
          />
          <button type="button" className={styles.show} onClick={() => setShown(!shown)}>
            <Icon name={shown ? 'eyeOff' : 'eye'} size={22} />
            <span className="visually-hidden">
              {shown ? t('form.hidePassword') : t('form.showPassword')} ({label})
            </span>
          </button>
        </span>
      )}
    </Field>
  );
}
