import type { SessionStore } from '#web/auth/session-store.ts';
import { registerServiceWorker } from '#web/offline/register-service-worker.ts';
import { supportPageTranslation } from './page-translation.ts';
import { addRemainingFonts } from './styles/remaining-fonts.ts';

/** Adds what no page waits for. The shop works without it. */
export async function enhancePage(session: SessionStore): Promise<void> {
  supportPageTranslation();
  await Promise.allSettled([
    addPopovers(),
    addRemainingFonts(),
    import.meta.env.PROD && registerServiceWorker(session),
  ]);
}

/** For browsers of 2023 and before, such as the last ones for Windows 7 and iOS 16. Without it, popovers stay closed. */
async function addPopovers(): Promise<void> {
  if (!('popover' in HTMLElement.prototype)) await import('@oddbird/popover-polyfill');
}
