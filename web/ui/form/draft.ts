/** What was typed into a form so far, kept while its screen is away. In this page's memory only. */
export interface Draft<Values> {
  /** What this owner had typed; undefined when nothing. Another owner's is forgotten. */
  read: (owner: string) => Values | undefined;
  keep: (owner: string, values: Values) => void;
  forget: () => void;
  /** Whether anything is kept, whoever's it is. */
  hasDraft: () => boolean;
}

/** @returns A place for one form's draft; the owner says whose it is, and of what. */
export function createDraft<Values>(): Draft<Values> {
  let kept: { owner: string; values: Values } | undefined;
  return {
    read(owner) {
      if (kept?.owner !== owner) kept = undefined;
      return kept?.values;
    },
    keep(owner, values) {
      kept = { owner, values };
    },
    forget() {
      kept = undefined;
    },
    hasDraft: () => kept !== undefined,
  };
}
