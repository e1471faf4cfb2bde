import { isRecord } from '#web/payload.ts';

const reloadedKey = 'reloaded';

/**
 * Reloads the page, but never twice in a row for the same history entry, and only if the shop responds; otherwise the
 * browser would show its own error page. The flag is in the history state, which survives the reload.
 */
export async function reloadOnce(): Promise<void> {
  const state = readHistoryState();
  if (reloadedKey in state) return;
  window.history.replaceState({ ...state, [reloadedKey]: true }, '');
  await reloadWhenReachable();
}

/** Reloads the page if the shop responds. Returns false if it does not. */
export async function reloadWhenReachable(): Promise<boolean> {
  try {
    await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' });
  } catch {
    return false;
  }
  window.location.reload();
  return true;
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
