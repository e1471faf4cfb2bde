import { createContext, useContext, useSyncExternalStore } from 'react';
import { createListeners } from '#web/store.ts';
import { type ColourMode, getThemeColourMedia, saveColourMode, toColourMode } from './preferences.ts';

/** The colour mode the server renders with. The browser reads its own from `<html>`. */
export const ColourModeContext = createContext<ColourMode>('system');

const changeListeners = createListeners();

/**
 * The current colour mode and a function to change it. The server sets the class on `<html>` from the cookie, so
 * hydration matches the server-rendered page.
 */
export function useColourMode(): [ColourMode, (mode: ColourMode) => void] {
  const serverMode = useContext(ColourModeContext);
  const mode = useSyncExternalStore(
    changeListeners.subscribe,
    readColourMode,
    import.meta.env.SSR ? () => serverMode : readColourMode,
  );
  return [mode, setColourMode];
}

/** The colour mode of the page. */
export function readColourMode(): ColourMode {
  const { classList } = document.documentElement;
  return toColourMode(['light', 'dark'].find((mode) => classList.contains(mode)));
}

function setColourMode(mode: ColourMode): void {
  saveColourMode(mode);
  applyColourMode(mode);
}

/** Shows the page in a colour mode, without saving it. */
export function applyColourMode(mode: ColourMode): void {
  const { classList } = document.documentElement;
  classList.remove('light', 'dark');
  if (mode !== 'system') classList.add(mode);
  for (const scheme of ['light', 'dark'] as const) {
    const meta = document.querySelector<HTMLMetaElement>(`meta[name="theme-color"][data-mode="${scheme}"]`);
    if (meta !== null) meta.media = getThemeColourMedia(scheme, mode);
  }
  changeListeners.notify();
}
