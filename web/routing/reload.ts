import { isRecord } from '#web/payload.ts';

const reloadedKey = 'reloaded';

/** How long a navigation is expected to take. It may never replace the page, for example if it starts a download. */
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
 * browser would show its own error page. A flag in the history state, which survives the reload, marks the entry.
 *
 * Does not reload a page that is being left: Firefox cancels the requests for its scripts, and a reload would cancel the
 * navigation.
 */
export async function reloadOnce(): Promise<void> {
  if (performance.now() - navigatedAt < navigationMs) return;
  // With the scripts fetched again, a reload by the shopper may succeed.
  if (reloadedKey in readHistoryState()) return fetchFailedScripts();
  await reloadWhenReachable(setReloadFlag);
}

/**
 * Reloads the page if the shop responds, unless the page is left meanwhile. Returns false if the shop does not respond.
 *
 * @param beforeReload is called only if the page is reloaded.
 */
export async function reloadWhenReachable(beforeReload?: () => void): Promise<boolean> {
  const navigatedBefore = navigatedAt;
  try {
    await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' });
  } catch {
    return false;
  }
  await fetchFailedScripts();
  if (navigatedAt === navigatedBefore) {
    beforeReload?.();
    window.location.reload();
  }
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

function setReloadFlag(): void {
  window.history.replaceState({ ...readHistoryState(), [reloadedKey]: true }, '');
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
