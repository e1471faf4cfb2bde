/** The largest number that a column of type `integer` can store. Most columns of ids have this type. */
export const maxInteger = 2_147_483_647;

/** Whether a number has at most two decimals, as percentages in the database do. */
export function hasAtMostTwoDecimals(value: number): boolean {
  return Math.round(value * 100) / 100 === value;
}
