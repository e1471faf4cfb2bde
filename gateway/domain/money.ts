/** The whole paise of an amount in rupees; half a paisa is rounded up. */
export function paiseOf(rupees: number): number {
  // A tiny share is added because 1.005 is stored a hair below what it says.
  return Math.round(rupees * 100 + Math.sign(rupees) * 1e-7);
}

/** The rupees of an amount in paise, with at most two decimals. */
export function rupeesOf(paise: number): number {
  return paise / 100;
}
