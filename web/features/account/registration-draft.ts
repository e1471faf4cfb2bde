import type { DefaultValues } from 'react-hook-form';
import { getBrowserSession } from '#web/auth/session.ts';
import { createDraft } from '#web/ui/form/draft.ts';
import type { RegistrationValues } from './registration-schema.ts';

type Values = DefaultValues<RegistrationValues>;

/** Without default texts, so that the fields keep what the browser filled in before hydration. */
const empty: Values = { addresses: [], agreed: false };

const draft = createDraft<Values>();
const owner = 'visitor';

/**
 * The draft of the registration form, so that visiting the privacy policy does not discard the input.
 * It is stored only in memory, because it contains passwords, and only until a shopper signs in on any page.
 */
export const registrationDraft = {
  read: (): Values => draft.read(owner) ?? empty,
  save(values: Values): void {
    if (!draft.hasDraft()) void getBrowserSession().whenSignedIn().then(draft.clear);
    draft.save(owner, values);
  },
  clear: draft.clear,
  hasDraft: draft.hasDraft,
};
