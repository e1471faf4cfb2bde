/**
 * A small key-value store of strings: in this process, in a file, or in Redis, where several gateways
 * share it. Every method throws {StoreUnavailableError} when Redis does not respond or a file cannot be
 * written.
 */
export interface KeyValueStore {
  /** `own` for a store in this process's memory; otherwise whether the shared store is currently reachable. */
  readonly state: 'own' | 'available' | 'away';
  get(key: string): Promise<string | null>;
  set(key: string, value: string, ttlSeconds: number): Promise<void>;
  /** Sets the value unless the key exists. Returns whether it was set. */
  setIfAbsent(key: string, value: string, ttlSeconds: number): Promise<boolean>;
  /** Restarts the time to live of a key that has exactly this value. Returns whether it has. */
  extendIfEqual(key: string, value: string, ttlSeconds: number): Promise<boolean>;
  /** Returns and removes a value atomically: only one of several concurrent callers gets it. */
  take(key: string): Promise<string | null>;
  /** Removes a key that has exactly this value. */
  removeIfEqual(key: string, value: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Orders events across gateways, whose own clocks differ and may be set back. Each timestamp is later
 * than all earlier ones: milliseconds since the epoch, ahead of the real time if necessary.
 */
export interface SharedClock {
  /** @throws {StoreUnavailableError} */
  nextTimestamp(): Promise<number>;
}

/**
 * A store does not respond or cannot be written. Only the reason is part of the message, since the Redis
 * client's errors contain the values of the command.
 */
export class StoreUnavailableError extends Error {
  constructor(reason: unknown) {
    super(`the store is unavailable: ${reason instanceof Error ? reasonOf(reason) : String(reason)}`);
  }
}

/** The message of a connection error, or its code: an error from several IP addresses has no message. */
export function reasonOf(error: Error): string {
  if (error.message !== '') return error.message;
  return 'code' in error ? String(error.code) : error.name;
}
