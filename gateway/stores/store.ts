/** Small shared state: in this process, or in Redis where several gateways run. Values are text. */
export interface KeyValueStore {
  get(key: string): Promise<string | null>;
  /** Keeps a value for some seconds. */
  set(key: string, value: string, seconds: number): Promise<void>;
  /** The same where the key holds nothing; whether it was set. */
  setIfAbsent(key: string, value: string, seconds: number): Promise<boolean>;
  /** Reads and removes a value in one step: of several callers one gets it. */
  take(key: string): Promise<string | null>;
  /** Removes a key while it holds this very value. */
  removeIfEqual(key: string, value: string): Promise<void>;
  close(): Promise<void>;
}
