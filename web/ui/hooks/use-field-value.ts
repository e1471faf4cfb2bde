import { type RefObject, useEffect, useRef } from 'react';

/**
 * Returns a ref for an uncontrolled field. The field shows `value` whenever it changes; other renders do not disturb
 * typing. Unlike a new `key`, this keeps the focus.
 */
export function useFieldValue(value: string): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  // The field is not set at first, because the shopper may have typed before hydration.
  const shownValue = useRef(value);
  useEffect(() => {
    if (shownValue.current === value) return;
    shownValue.current = value;
    if (field.current !== null) field.current.value = value;
  }, [value]);
  return field;
}
