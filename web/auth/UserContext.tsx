import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { useSession } from './session.ts';

/** Who the shopper belongs to (requirements.md 3): both empty until they are known. */
export interface UserContextValue {
  institutecode: string;
  email: string;
}

const UserContext = createContext<UserContextValue>({ institutecode: '', email: '' });

export function UserContextProvider({ children }: { children: ReactNode }) {
  const email = useSession()?.userEmail ?? '';
  const value = useMemo(() => ({ institutecode: '', email }), [email]);
  return <UserContext value={value}>{children}</UserContext>;
}

export function useUserContext(): UserContextValue {
  return useContext(UserContext);
}
