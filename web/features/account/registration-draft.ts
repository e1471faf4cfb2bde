import type { DefaultValues } from 'react-hook-form';
import { browserSession } from '#web/auth/session.ts';
import { createDraft } from '#web/ui/form/draft.ts';
import type { RegistrationValues } from './registration-schema.ts';

type Values = DefaultValues<RegistrationValues>;

/** Nothing typed in yet: what the browser put into the fields before the page came alive stays there. */
const empty: Values = { addresses: [{}] };

const draft = createDraft<Values>();
const owner = 'visitor';

/**
 * What was typed into the registration so far, so that a look at the privacy policy or a step back
 * loses nothing. In this page's memory only: it holds passwords.
 */
export const registrationDraft = {
  read(): Values {
    const kept = draft.read(owner);
    // Whoever is signed in by now needs no registration, and must not see another person's.
    if (kept !== undefined && browserSession().current() !== null) draft.forget();
    return draft.read(owner) ?? empty;
  },
  keep: (values: Values): void => draft.keep(owner, values),
  forget: draft.forget,
  hasDraft: draft.hasDraft,
};
