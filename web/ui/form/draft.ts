import { useEffect, useEffectEvent } from 'react';
import type { FieldValues, UseFormSubscribe } from 'react-hook-form';

/** The values typed into a form. They remain in memory after the form has unmounted. */
interface Draft<Values> {
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

/**
 * Saves the input of a form whenever it changes. While the form is mounted and there is a draft, the browser asks for
 * confirmation before the shopper reloads the page or leaves the shop, because drafts are stored only in memory.
 */
export function useDraft<Values extends FieldValues>(
  subscribe: UseFormSubscribe<Values>,
  hasDraft: () => boolean,
  save: (values: Values) => void,
): void {
  const saveLatest = useEffectEvent(save);
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => saveLatest(values) }),
    [subscribe],
  );
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (hasDraft()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [hasDraft]);
}
