const mark = 'reloaded';

/**
 * Loads the page again, but never twice in a row for the same address, and only if the shop answers:
 * else the browser's own page would stand in its place. The mark is kept in the history entry, which
 * survives the reload and nothing else does.
 */
export async function reloadOnce(): Promise<void> {
  const entry = historyEntry();
  if (mark in entry) return;
  window.history.replaceState({ ...entry, [mark]: true }, '');
  await reloadWhenReachable();
}

/** Loads the page again if the shop answers; gives false if it does not. */
export async function reloadWhenReachable(): Promise<boolean> {
  try {
    await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' });
  } catch {
    return false;
  }
  window.location.reload();
  return true;
}

/** The page is whole: should a later deployment break it, it may be loaded again once more. */
export function forgetReload(): void {
  const { [mark]: reloaded, ...entry } = historyEntry();
  if (reloaded !== undefined) window.history.replaceState(entry, '');
}

function historyEntry(): Record<string, unknown> {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null ? { ...state } : {};
}
