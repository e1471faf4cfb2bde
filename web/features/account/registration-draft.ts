import type { DefaultValues } from 'react-hook-form';
import { browserSession } from '#web/session/session.ts';
import type { RegistrationValues } from './registration-schema.ts';

type Draft = DefaultValues<RegistrationValues>;

/** Nothing typed in yet: what the browser put into the fields before the page came alive stays there. */
const empty: Draft = { addresses: [{}] };

let kept: Draft | undefined;

/**
 * What was typed into the registration so far, so that a look at the privacy policy or a step back
 * loses nothing. In this page's memory only: it holds passwords.
 */
export const registrationDraft = {
  read(): Draft {
    // Whoever is signed in by now needs no registration, and must not see another person's.
    if (kept !== undefined && browserSession().current() !== null) kept = undefined;
    return kept ?? empty;
  },
  keep(values: Draft): void {
    kept = values;
  },
  forget(): void {
    kept = undefined;
  },
};
