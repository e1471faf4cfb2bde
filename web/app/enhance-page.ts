import type { SessionStore } from '#web/auth/session-store.ts';
import { registerServiceWorker } from '#web/offline/register-service-worker.ts';
import { supportPageTranslation } from './page-translation.ts';
import { addRemainingFonts } from './styles/remaining-fonts.ts';

/** Adds features that no page waits for. The shop works without them. */
export async function enhancePage(session: SessionStore): Promise<void> {
  supportPageTranslation();
  await Promise.allSettled([
    addPopovers(),
    addRemainingFonts(),
    import.meta.env.PROD && registerServiceWorker(session),
  ]);
}

/**
 * Adds popovers to browsers from before 2024, such as the last ones for Windows 7 and iOS 16, where they would stay
 * closed.
 */
async function addPopovers(): Promise<void> {
  if (!('popover' in HTMLElement.prototype)) await import('@oddbird/popover-polyfill');
}
