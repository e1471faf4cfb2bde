/** Small shared state: in this process, or in Redis where several gateways run. Values are text. */
export interface KeyValueStore {
  /** `own` is this process's memory; the others say whether the shared store answers just now. */
  readonly state: 'own' | 'available' | 'away';
  /** Each call throws {StoreUnavailableError} where the shared store does not answer. */
  get(key: string): Promise<string | null>;
  /** Keeps a value for some seconds. */
  set(key: string, value: string, seconds: number): Promise<void>;
  /** The same where the key holds nothing; whether it was set. */
  setIfAbsent(key: string, value: string, seconds: number): Promise<boolean>;
  /** Keeps a key for some seconds from now while it holds this very value; whether it does. */
  extendIfEqual(key: string, value: string, seconds: number): Promise<boolean>;
  /** Reads and removes a value in one step: of several callers one gets it. */
  take(key: string): Promise<string | null>;
  /** Removes a key while it holds this very value. */
  removeIfEqual(key: string, value: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Tells what happened before what. Gateways' own clocks differ, and any clock may be set back, so each
 * timestamp is later than all before it: in milliseconds of the epoch, ahead of it where necessary.
 */
export interface SharedClock {
  /** @throws {StoreUnavailableError} */
  nextTimestamp(): Promise<number>;
}

/**
 * The shared store does not answer. The message holds the reason alone: the errors of its client
 * carry what was to be stored.
 */
export class StoreUnavailableError extends Error {
  constructor(reason: unknown) {
    super(`the store cannot be used: ${reason instanceof Error ? reasonOf(reason) : String(reason)}`);
  }
}

/** What an error of a connection says. One that tried several addresses has no message, but a code. */
export function reasonOf(error: Error): string {
  if (error.message !== '') return error.message;
  return 'code' in error ? String(error.code) : error.name;
}
