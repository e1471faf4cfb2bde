/**
 * Computes the value of each key at its first use. Formatters and the patterns that detect writing systems take up to
 * 3 ms each to create on a slow phone, and a page uses few of them.
 */
export function memoize<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const values = new Map<Key, Value>();
  return (key) => {
    const value = values.get(key) ?? compute(key);
    values.set(key, value);
    return value;
  };
}
