import { isRecord, listUserErrors } from '#web/payload.ts';
import { createStore } from '#web/store.ts';
import { tabStorage } from '#web/ui/browser-storage.ts';
import { z } from '#web/zod.ts';

/** The session that the sandbox sends with its operations. */
export interface Session {
  token: string;
  /** The shopper's name; null if the login did not select it. */
  username: string | null;
}

const storageKey = 'graphiql:session';

const sessionSchema = z.object({ token: z.string(), username: z.string().nullable() });
const loginSchema = z
  .object({
    data: z.object({
      login: z.object({
        token: z.string(),
        user: z
          .object({ username: z.string().nullable().catch(null) })
          .nullish()
          .catch(null),
      }),
    }),
  })
  .transform(({ data: { login } }) => ({ token: login.token, username: login.user?.username ?? null }));
const rejectionSchema = z.object({ extensions: z.object({ code: z.literal('UNAUTHENTICATED') }) });

/** The session of this tab, which survives a reload; null for a visitor. */
export const sessionStore = createStore<Session | null>(readSession());

/**
 * Starts a session if the result is that of a successful login. Ends it after a successful logout, or if its token is
 * rejected.
 *
 * @param usedSession whether the operation was sent with the token of the current session.
 */
export function updateSession(result: unknown, usedSession: boolean): void {
  const login = loginSchema.safeParse(result);
  if (login.success) setSession(login.data);
  else if (usedSession && endsSession(result)) setSession(null);
}

function endsSession(result: unknown): boolean {
  if (!isRecord(result)) return false;
  const { data, errors } = result;
  if (isRecord(data) && isRecord(data.logout) && listUserErrors({ logout: data.logout }).length === 0)
    return true;
  if (Array.isArray(errors) && errors.some((error) => rejectionSchema.safeParse(error).success)) return true;
  return listUserErrors(data).some((error) => isRecord(error) && error.code === 'NOT_SIGNED_IN');
}

function setSession(next: Session | null): void {
  if (next === null) tabStorage.removeItem(storageKey);
  else tabStorage.setItem(storageKey, JSON.stringify(next));
  sessionStore.set(next);
}

function readSession(): Session | null {
  const stored = tabStorage.getItem(storageKey);
  return stored === null ? null : sessionSchema.parse(JSON.parse(stored));
}
