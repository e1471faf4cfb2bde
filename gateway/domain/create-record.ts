/** Creates an object with a value for each key. */
export function createRecord<Key extends string, Value>(
  keys: readonly Key[],
  create: (key: Key) => Value,
): Record<Key, Value> {
  const record: { [Each in Key]?: Value } = {};
  for (const key of keys) record[key] = create(key);
  if (!hasKeys(record, keys)) throw new Error('A key has no value.');
  return record;
}

function hasKeys<Key extends string, Value>(
  record: { [Each in Key]?: Value },
  keys: readonly Key[],
): record is Record<Key, Value> {
  return keys.every((key) => Object.hasOwn(record, key));
}
