const parameter = 'reloaded';

/**
 * Loads the page again, but never twice in a row for the same address. The mark is kept in the
 * history entry, which survives the reload and nothing else does.
 */
export function reloadOnce(): void {
  const state: unknown = window.history.state;
  const entry = typeof state === 'object' && state !== null ? state : {};
  if (parameter in entry) return;
  window.history.replaceState({ ...entry, [parameter]: true }, '');
  window.location.reload();
}
