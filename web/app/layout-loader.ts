import type { LoaderFunctionArgs } from 'react-router-dom';
import { createPreload } from '#web/routing/preload.ts';
import { routerContext } from '#web/routing/router-context.ts';
import { NotificationsDocument } from './shell/Notifications.generated.ts';

/** Primes what the layout shows on every page. A page can do without it, so a failure is let pass. */
export async function layoutLoader({ context }: LoaderFunctionArgs): Promise<null> {
  const { client, waitForData } = context.get(routerContext);
  await createPreload(client, waitForData)(NotificationsDocument, {}).catch(() => undefined);
  return null;
}
