/** How many copies of one product a line may hold, 1 to this many (requirements.md 9). */
export const maxQuantity = 10;

/** Whether a line may hold that many copies. */
export function isQuantity(quantity: number): boolean {
  return Number.isInteger(quantity) && quantity >= 1 && quantity <= maxQuantity;
}
