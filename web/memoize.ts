/**
 * Computes the value of each key at its first use, for example a formatter, which takes up to 3 ms to create on a slow
 * phone. Values are never discarded, so there must be few keys.
 */
export function memoize<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const values = new Map<Key, Value>();
  return (key) => {
    const value = values.get(key) ?? compute(key);
    values.set(key, value);
    return value;
  };
}
