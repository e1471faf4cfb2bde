import { useContext, useSyncExternalStore } from 'react';
import { ColourModeContext } from './ColourModeContext.ts';
import { type ColourMode, keepColourMode, toColourMode } from './preferences.ts';

const changed = 'colour-mode-changed';

/**
 * The colour mode in use, and the way to choose another. The server sets the class on <html> from the
 * cookie, so the browser hydrates with what the server rendered.
 */
export function useColourMode(): [ColourMode, (mode: ColourMode) => void] {
  const onServer = useContext(ColourModeContext);
  const mode = useSyncExternalStore(subscribe, current, import.meta.env.SSR ? () => onServer : current);
  return [mode, choose];
}

function current(): ColourMode {
  const { classList } = document.documentElement;
  return toColourMode(['light', 'dark'].find((mode) => classList.contains(mode)));
}

function choose(mode: ColourMode): void {
  const { classList } = document.documentElement;
  classList.remove('light', 'dark');
  if (mode !== 'system') classList.add(mode);
  keepColourMode(mode);
  document.dispatchEvent(new Event(changed));
}

function subscribe(listener: () => void): () => void {
  document.addEventListener(changed, listener);
  return () => document.removeEventListener(changed, listener);
}
