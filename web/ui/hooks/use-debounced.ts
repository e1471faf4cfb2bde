import { useEffect, useState } from 'react';

/**
 * Returns the latest value that has stayed the same for `delayMs`, for example once the shopper stops typing. At first,
 * it returns the initial value.
 */
export function useDebounced<T>(value: T, delayMs: number): T {
  const [settledValue, setSettledValue] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettledValue(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settledValue;
}
