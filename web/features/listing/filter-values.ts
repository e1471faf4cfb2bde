/** A value of a dimension and how many books choosing it would give; no number while that is not known. */
export interface FilterValue {
  value: string;
  count?: number;
}

/** Up to so many values are shown in their own order; of more, the chosen ones come first. */
export const longList = 12;

/** The values with this text in their name; the chosen ones are always among them, known or not. */
export function valuesWith(
  text: string,
  values: readonly FilterValue[],
  selected: readonly string[],
): FilterValue[] {
  const known = new Set(values.map(({ value }) => value));
  const unknown = selected.filter((value) => !known.has(value)).map((value) => ({ value }));
  const all = [...unknown, ...values];
  const sought = fold(text);
  if (sought === '' && values.length <= longList) return all;
  const isChosen = ({ value }: FilterValue) => selected.includes(value);
  return [
    ...all.filter(isChosen),
    ...all.filter((one) => !isChosen(one) && (sought === '' || fold(one.value).includes(sought))),
  ];
}

function fold(text: string): string {
  return text.trim().normalize('NFC').toLocaleLowerCase('en-IN');
}
