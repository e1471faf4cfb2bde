/** What a page tells the service worker. */
export type PageMessage =
  | PageOpened
  /** Nothing of the shopper who has logged out may be left. */
  | { kind: 'session-ended' }
  /** Nobody is logged in, so nobody may read what a closed window has left. */
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

/** What the service worker tells the pages. */
export interface OfflineMessage {
  isOffline: boolean;
  /** When the oldest of the shown copies was stored, in milliseconds since 1970; null if it is unknown. */
  storedAt: number | null;
}
