import type { SessionEndReason } from '#web/auth/session-store.ts';

/** A message from a page to the service worker. */
export type PageMessage =
  | PageOpened
  /** The shopper has changed the language. The worker stores the offline page in this language. */
  | { kind: 'language-changed'; language: string }
  /**
   * A shopper's session has ended. The worker deletes copies that may show personal data. If the session expired, the
   * worker keeps the list of the products that the shopper last saw on the wish list.
   */
  | { kind: 'session-ended'; reason: SessionEndReason }
  /** Nobody is logged in. The worker deletes personal query results left by a window closed without a logout. */
  | { kind: 'no-session' };

/** A page has loaded. */
export interface PageOpened {
  kind: 'page-opened';
  /** Its URL. */
  page: string;
  /** The URLs of its scripts, styles, fonts and images on this host. */
  resources: string[];
  language: string;
}

/** A message from the service worker to one page or all pages. */
export interface OfflineMessage {
  isOffline: boolean;
  /** When the oldest of the shown copies was stored, in milliseconds since 1970; null if unknown or none is shown. */
  storedAt: number | null;
}
