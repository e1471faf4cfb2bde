import type { SessionStore } from '#web/auth/session-store.ts';
import type { OfflineMessage } from './messages.ts';
import { notifyServiceWorker, setOfflineStatus } from './offline-status.ts';

/**
 * Registers the service worker, and observes whether the shop can be reached. Tells the worker which page is open and,
 * if nobody is signed in, that there is no session. Call it after the page has loaded.
 */
export async function registerServiceWorker(session: SessionStore): Promise<void> {
  const updateStatus = () => setOfflineStatus({ isOffline: !navigator.onLine, storedAt: null });
  window.addEventListener('online', updateStatus);
  window.addEventListener('offline', updateStatus);
  if (!navigator.onLine) updateStatus();
  // Over plain HTTP, browsers have service workers only on localhost, although the types say otherwise.
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<OfflineMessage>) =>
    setOfflineStatus(data),
  );
  serviceWorker.addEventListener('controllerchange', () => void reportPage());
  await serviceWorker.register('/service-worker.js');
  if (serviceWorker.controller !== null) await reportPage();
  if ((await session.whenSettled()) === null) await notifyServiceWorker({ kind: 'no-session' });
}

/** Lets the worker store what the page loaded before the worker could intercept its requests. */
async function reportPage(): Promise<void> {
  const { origin, href } = window.location;
  const loadedResources = performance
    .getEntriesByType('resource')
    .filter((entry) => entry instanceof PerformanceResourceTiming)
    .filter(({ name, initiatorType }) => isStorable(new URL(name), initiatorType, origin));
  // The server inlines most of these style sheets and disables their links, so this page has not loaded the files. They
  // are stored because a page that is rendered in the browser loads them.
  const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  const resources = [
    ...new Set([...loadedResources.map(({ name }) => name), ...styles.map(({ href }) => href)]),
  ];
  const { lang: language } = document.documentElement;
  await notifyServiceWorker({ kind: 'page-opened', page: href.replace(/#.*/s, ''), resources, language });
}

function isStorable(url: URL, initiatorType: string, origin: string): boolean {
  return url.origin === origin && (initiatorType === 'img' || url.pathname.startsWith('/assets/'));
}
