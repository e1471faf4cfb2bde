/** What one operation may ask for. */
export const operationLimits = {
  /** Words and signs of the document; more are not even parsed to their end. */
  tokens: 4_000,
  depth: 12,
  aliases: 30,
  rootFields: 20,
  /** Points: the objects it may give, by the page sizes it asks for, and what else is work. */
  cost: 5_000,
} as const;
