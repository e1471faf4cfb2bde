import { type ReactNode, useEffect, useRef } from 'react';
import { useSubmit } from 'react-router-dom';
import styles from './FilterCheckbox.module.css';

interface FilterCheckboxProps {
  /** The query parameter and its value. */
  name: string;
  value: string;
  /** Whether the listing is filtered by the value. */
  selected: boolean;
  disabled?: boolean;
  /** The label. */
  children: ReactNode;
}

/**
 * A checkbox of the filter form. It is uncontrolled, so quick successive choices are not lost while the listing
 * loads. Each change submits the form; without scripts, the form's button does.
 */
export function FilterCheckbox({ name, value, selected, disabled = false, children }: FilterCheckboxProps) {
  const submit = useSubmit();
  const checkbox = useRef<HTMLInputElement>(null);
  const previous = useRef(selected);
  useEffect(() => {
    // The browser's Back button, or a link that removes the filter, changes the URL but not the checkbox. Values beyond
    // `maxSelectedValues` are ignored, and their checkboxes become disabled. Nothing else may reset the checkbox: the
    // shopper may have used it before this effect runs.
    if ((previous.current === selected && !disabled) || checkbox.current === null) return;
    previous.current = selected;
    checkbox.current.checked = selected;
  }, [selected, disabled]);
  return (
    <label className={styles.label}>
      <input
        ref={checkbox}
        type="checkbox"
        name={name}
        value={value}
        defaultChecked={selected}
        disabled={disabled}
        onChange={({ currentTarget }) => void submit(currentTarget.form, { preventScrollReset: true })}
      />
      {children}
    </label>
  );
}
