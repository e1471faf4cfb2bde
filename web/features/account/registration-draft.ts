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
 * It is stored only in memory, because it contains passwords.
 */
export const registrationDraft = {
  read(): Values {
    const saved = draft.read(owner);
    // A shopper who has signed in since must not see what another person typed.
    if (saved !== undefined && getBrowserSession().getShopper() !== null) draft.clear();
    return draft.read(owner) ?? empty;
  },
  save: (values: Values): void => draft.save(owner, values),
  clear: draft.clear,
  hasDraft: draft.hasDraft,
};
