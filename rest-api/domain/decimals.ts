/** Whether a number has at most two decimals, as percentages in the database do. */
export function hasAtMostTwoDecimals(value: number): boolean {
  return Math.round(value * 100) / 100 === value;
}
