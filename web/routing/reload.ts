import { isRecord } from '#web/payload.ts';

const reloadedKey = 'reloaded';

/** How long a navigation is expected to take. One that starts a download never replaces the page. */
const navigationMs = 5_000;

/** When a navigation last started, in milliseconds since the page was opened. */
let navigatedAt = Number.NEGATIVE_INFINITY;
if (!import.meta.env.SSR) {
  window.addEventListener('beforeunload', () => {
    navigatedAt = performance.now();
  });
}

/** The time limit for fetching the scripts of the page again. */
const maxFetchMs = 3_000;

/**
 * Reloads the page, but never twice in a row for the same history entry, and only if the shop responds; otherwise the
 * browser would show its own error page. The flag is in the history state, which survives the reload.
 *
 * Does not reload a page that is being left: Firefox cancels the requests for its scripts, and a reload would cancel the
 * navigation.
 */
export async function reloadOnce(): Promise<void> {
  if (performance.now() - navigatedAt < navigationMs) return;
  const state = readHistoryState();
  // The shopper's own next reload may then succeed.
  if (reloadedKey in state) return fetchFailedScripts();
  window.history.replaceState({ ...state, [reloadedKey]: true }, '');
  // The page has not been reloaded, so it may still reload itself later.
  if (!(await reloadWhenReachable())) clearReloadFlag();
}

/** Reloads the page if the shop responds, unless the page is left meanwhile. Returns false if the shop does not respond. */
export async function reloadWhenReachable(): Promise<boolean> {
  const navigatedBefore = navigatedAt;
  try {
    await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' });
  } catch {
    return false;
  }
  await fetchFailedScripts();
  if (navigatedAt === navigatedBefore) window.location.reload();
  return true;
}

/**
 * Fetches the scripts of the page again; those that have loaded come from the browser's cache. Without this, WebKit would
 * never request a failed script again, not even after a reload.
 */
async function fetchFailedScripts(): Promise<void> {
  const scripts = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]');
  const signal = AbortSignal.timeout(maxFetchMs);
  await Promise.allSettled(Array.from(scripts, ({ href }) => fetch(href, { signal })));
}

/** Allows another reload, for a later deployment. Call it once the page has loaded completely. */
export function clearReloadFlag(): void {
  const { [reloadedKey]: reloaded, ...state } = readHistoryState();
  if (reloaded !== undefined) window.history.replaceState(state, '');
}

function readHistoryState(): Record<string, unknown> {
  const state: unknown = window.history.state;
  return isRecord(state) ? state : {};
}
