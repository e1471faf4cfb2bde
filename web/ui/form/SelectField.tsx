import type { ComponentProps } from 'react';
import { textLanguage } from '#web/i18n/format.ts';
import { usePageLanguage } from '#web/i18n/PageLanguage.tsx';
import { Icon } from '../Icon.tsx';
import { Field } from './Field.tsx';
import styles from './form.module.css';

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'id' | 'className' | 'children'> {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
  /** Shown while no option is selected. */
  placeholder: string;
  options: readonly string[];
}

/** A native select with its label. */
export function SelectField({ label, error, hint, placeholder, options, ...select }: SelectFieldProps) {
  const language = usePageLanguage();
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <span className={styles.select}>
          <select {...select} {...control}>
            <option value="">{placeholder}</option>
            {options.map((option) => (
              <option key={option} value={option} lang={textLanguage(option, language)}>
                {option}
              </option>
            ))}
          </select>
          <Icon name="chevronDown" size={20} />
        </span>
      )}
    </Field>
  );
}
