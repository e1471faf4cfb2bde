import type { SessionStore } from '#web/auth/session-store.ts';
import { changeLanguage, type I18n } from '#web/i18n/i18n.ts';
import { registerServiceWorker } from '#web/offline/register-service-worker.ts';
import { applyColourMode, readColourMode } from './colour-mode.ts';
import { supportPageTranslation } from './page-translation.ts';
import { readPreferences } from './preferences.ts';
import { addRemainingFonts } from './styles/remaining-fonts.ts';

/** Adds features that no page waits for. The shop works without them. */
export async function enhancePage(session: SessionStore, i18n: I18n): Promise<void> {
  supportPageTranslation();
  closePopoversWithEscape();
  await Promise.allSettled([
    applySavedPreferences(i18n),
    addPopoverPolyfill(),
    addRemainingFonts(),
    import.meta.env.PROD && registerServiceWorker(session),
  ]);
}

/** Without a connection, the page may be a copy from before the shopper changed the language or the colour mode. */
async function applySavedPreferences(i18n: I18n): Promise<void> {
  const { language, colourMode } = readPreferences(document.cookie);
  if (colourMode !== readColourMode()) applyColourMode(colourMode);
  if (language !== i18n.language) await changeLanguage(i18n, language);
}

/**
 * Adds support for popovers to browsers without it, such as the last ones for Windows 7 and iOS 16, where popovers
 * would otherwise stay closed.
 */
async function addPopoverPolyfill(): Promise<void> {
  if (!('popover' in HTMLElement.prototype)) await import('@oddbird/popover-polyfill');
}

/** In a search field, WebKit uses Escape only to clear the field, even if it is empty, and leaves the popover open. */
function closePopoversWithEscape(): void {
  document.addEventListener('keydown', ({ key, target, defaultPrevented, isComposing }) => {
    if (key !== 'Escape' || defaultPrevented || isComposing) return;
    if (!(target instanceof HTMLInputElement) || target.type !== 'search' || target.value !== '') return;
    target.closest<HTMLElement>('[popover]')?.hidePopover?.();
  });
}
