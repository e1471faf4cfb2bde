/** The values typed into a form. They remain in memory after the form has unmounted. */
export interface Draft<Values> {
  /** The owner's saved values; undefined if there are none. Clears the values of another owner. */
  read: (owner: string) => Values | undefined;
  save: (owner: string, values: Values) => void;
  clear: () => void;
  /** Whether any values are saved, for any owner. */
  hasDraft: () => boolean;
}

/** Creates the draft of one form. The owner identifies the shopper and what is being edited. */
export function createDraft<Values>(): Draft<Values> {
  let saved: { owner: string; values: Values } | undefined;
  return {
    read(owner) {
      if (saved?.owner !== owner) saved = undefined;
      return saved?.values;
    },
    save(owner, values) {
      saved = { owner, values };
    },
    clear() {
      saved = undefined;
    },
    hasDraft: () => saved !== undefined,
  };
}
