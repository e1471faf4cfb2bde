import { useState } from 'react';
import type { DemoLogin } from '#web/server/sandbox.ts';
import { useStore } from '#web/store.ts';
import { z } from '#web/zod.ts';
import loginMutation from './examples/login.graphql?raw';
import logoutMutation from './examples/logout.graphql?raw';
import { sendOperation } from './send-operation.ts';
import { sessionStore } from './session.ts';

/** The demo shopper's login, which the server writes into the page; null for a shop without a demo shopper. */
export const demoLogin = readDemoLogin();

/** Shows who is signed in, with a button to sign in as the demo shopper or to sign out. */
export function SessionPanel() {
  const session = useStore(sessionStore);
  const [failure, setFailure] = useState('');
  const send = async (query: string, variables: Record<string, unknown>) => {
    setFailure('');
    await sendOperation(query, variables).catch((error: unknown) => setFailure(String(error)));
  };
  const signIn = async (input: DemoLogin) => {
    await send(loginMutation, { input });
    if (sessionStore.get() === null) setFailure('The demo shopper could not be signed in. Try again later.');
  };
  const signOut = async () => {
    await send(logoutMutation, {});
    if (sessionStore.get() !== null) setFailure('The session could not be ended. Try again later.');
  };
  const signInAction = demoLogin && { label: 'Sign in as the demo shopper', run: () => signIn(demoLogin) };
  const signOutAction = { label: 'Sign out', run: signOut };
  // A single button, so that it keeps the focus when its action changes.
  const action = session === null ? signInAction : signOutAction;
  return (
    <div className="session" aria-live="polite">
      <p>
        {session === null ? (
          'You are a visitor. Examples with a lock need a session.'
        ) : (
          <>
            Signed in{session.username !== null && ` as ${session.username}`}. Operations are sent with the
            session's token.
          </>
        )}
        {action !== null && (
          <button type="button" className="graphiql-button" onClick={action.run}>
            {action.label}
          </button>
        )}
      </p>
      {failure !== '' && <p role="alert">{failure}</p>}
    </div>
  );
}

function readDemoLogin(): DemoLogin | null {
  const content = document.querySelector<HTMLMetaElement>('meta[name="demo-login"]')?.content;
  if (content === undefined) return null;
  return z.object({ contact: z.string(), password: z.string() }).parse(JSON.parse(content));
}
