import { Field as ChakraField, Checkbox, NativeSelect, type NativeSelectFieldProps } from '@chakra-ui/react';
import { type ReactNode, type Ref, useId } from 'react';
import { detectTextLanguage } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { hiddenInputStyle } from '#web/ui/theme/slot-recipes.ts';
import { Icon } from '../Icon.tsx';
import { Field, type FieldOptions } from './Field.tsx';

interface SelectFieldProps
  extends Omit<FieldOptions, 'descriptionId'>,
    Omit<NativeSelectFieldProps, 'placeholder'> {
  /** Shown while no option is selected. */
  placeholder: string;
  options: readonly string[];
  disabled?: boolean;
}

/** A native select with its label. */
export function SelectField({ label, error, hint, options, disabled = false, ...select }: SelectFieldProps) {
  const { language } = useTranslation('ui');
  return (
    <Field label={label} error={error} hint={hint} disabled={disabled}>
      {(control) => (
        <NativeSelect.Root>
          <NativeSelect.Field {...select} {...control}>
            {options.map((option) => (
              <option key={option} value={option} lang={detectTextLanguage(option, language)}>
                {option}
              </option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator>
            <Icon name="chevronDown" size={20} />
          </NativeSelect.Indicator>
        </NativeSelect.Root>
      )}
    </Field>
  );
}

interface CheckboxProps {
  label: ReactNode;
  checked: boolean | 'indeterminate';
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  /** For a label that only screen readers need. */
  hideLabel?: boolean;
}

/** A checkbox with its label. */
export function LabelledCheckbox({ label, checked, onChange, disabled = false, hideLabel }: CheckboxProps) {
  return (
    <Checkbox.Root
      checked={checked}
      disabled={disabled}
      onCheckedChange={(details) => onChange(details.checked === true)}
    >
      <Checkbox.HiddenInput style={hiddenInputStyle} />
      <Checkbox.Control />
      <Checkbox.Label className={hideLabel ? 'visually-hidden' : undefined}>{label}</Checkbox.Label>
    </Checkbox.Root>
  );
}

interface CheckboxFieldProps {
  label: ReactNode;
  error: string | undefined;
  name: string;
  /** The form focuses the checkbox if it is invalid. */
  ref: Ref<HTMLInputElement>;
  checked: boolean;
  onChange: (checked: boolean) => void;
  onBlur: () => void;
}

/** A required checkbox of a form, with its error. */
export function CheckboxField({ label, error, name, ref, checked, onChange, onBlur }: CheckboxFieldProps) {
  const id = useId();
  return (
    <ChakraField.Root id={id} invalid={error !== undefined} required>
      <Checkbox.Root
        name={name}
        checked={checked}
        onCheckedChange={(details) => onChange(details.checked === true)}
      >
        <Checkbox.HiddenInput
          ref={ref}
          style={hiddenInputStyle}
          // After Back, the browser would check the box again, unknown to React.
          autoComplete="off"
          aria-describedby={error === undefined ? undefined : `field::${id}::error-text`}
          onBlur={onBlur}
        />
        <Checkbox.Control />
        <Checkbox.Label>{label}</Checkbox.Label>
      </Checkbox.Root>
      <ChakraField.ErrorText>{error}</ChakraField.ErrorText>
    </ChakraField.Root>
  );
}
