import { isRecord } from '#web/payload.ts';

/** Adds a mobile number to a navigation state, for the login form to show. */
export function withLoginContact(state: unknown, contact: string): Record<string, unknown> {
  return { ...(isRecord(state) && state), contact };
}

/** The mobile number of a navigation state; undefined when there is none. */
export function readLoginContact(state: unknown): string | undefined {
  return isRecord(state) && typeof state.contact === 'string' ? state.contact : undefined;
}
