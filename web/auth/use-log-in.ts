import { useTranslation } from '#web/i18n/translation.tsx';
import { useLoginMutation } from './Login.generated.ts';
import { getBrowserSession } from './session.ts';

interface Credentials {
  /** The contact number. With most hosts, it is a mobile number. */
  contact: string;
  password: string;
}

interface LogIn {
  /** Starts the session. Resolves with the error to show; null on success. */
  logIn: (credentials: Credentials) => Promise<string | null>;
  loading: boolean;
}

let typedContact = '';

function clearTypedContact(): void {
  typedContact = '';
}

/**
 * The contact number last typed into the login form or the forms of the password reset. It is stored in memory only,
 * and only until a session ends, because the next user of this browser must not see it. The password is not stored at
 * all.
 */
export const loginContactDraft = {
  read: (): string => typedContact,
  save: (contact: string): void => {
    typedContact = contact;
    // Adding the same listener again has no effect.
    getBrowserSession().onEnd(clearTypedContact);
  },
};

/** Signs a shopper in with contact number and password. */
export function useLogIn(): LogIn {
  const { t } = useTranslation('auth');
  const [login, { loading }] = useLoginMutation();
  const logIn = async (input: Credentials) => {
    try {
      const { token, user, userErrors } = (await login({ variables: { input } })).data?.login ?? {};
      if (token == null || user == null) return userErrors?.[0]?.message ?? t('login.failed');
      getBrowserSession().signIn({ userId: user.id, contact: user.contact, userEmail: user.email, token });
      return null;
    } catch {
      return t('login.unreachable');
    }
  };
  return { logIn, loading };
}
