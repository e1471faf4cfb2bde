import type { LoaderFunctionArgs } from 'react-router-dom';
import { createPrime } from '#web/routing/prime.ts';
import { shopContext } from '#web/routing/shop-context.ts';
import { NotificationsDocument } from './Notifications.generated.ts';

/** Primes what the layout shows on every page. A page can do without it, so a failure is let pass. */
export async function layoutLoader({ context }: LoaderFunctionArgs): Promise<null> {
  const { client, waitForData } = context.get(shopContext);
  await createPrime(client, waitForData)(NotificationsDocument, {}).catch(() => undefined);
  return null;
}
