import type { KeyValueStore } from './key-value.ts';

interface Entry {
  value: string;
  endsAt: number;
}

/** At most this many keys are kept; the oldest give way. */
const capacity = 100_000;

/** Keeps values in this process. */
export class MemoryStore implements KeyValueStore {
  readonly state = 'own';
  readonly #entries = new Map<string, Entry>();
  readonly #sweeper = setInterval(() => this.#sweep(), 60_000).unref();

  async get(key: string): Promise<string | null> {
    return this.#live(key);
  }

  async set(key: string, value: string, seconds: number): Promise<void> {
    this.#entries.delete(key);
    this.#entries.set(key, { value, endsAt: Date.now() + seconds * 1000 });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > capacity && oldest !== undefined) this.#entries.delete(oldest);
  }

  async setIfAbsent(key: string, value: string, seconds: number): Promise<boolean> {
    if (this.#live(key) !== null) return false;
    await this.set(key, value, seconds);
    return true;
  }

  async extendIfEqual(key: string, value: string, seconds: number): Promise<boolean> {
    if (this.#live(key) !== value) return false;
    await this.set(key, value, seconds);
    return true;
  }

  async take(key: string): Promise<string | null> {
    const value = this.#live(key);
    this.#entries.delete(key);
    return value;
  }

  async removeIfEqual(key: string, value: string): Promise<void> {
    if (this.#live(key) === value) this.#entries.delete(key);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    this.#entries.clear();
  }

  #live(key: string): string | null {
    const entry = this.#entries.get(key);
    if (entry === undefined) return null;
    if (entry.endsAt > Date.now()) return entry.value;
    this.#entries.delete(key);
    return null;
  }

  #sweep(): void {
    const now = Date.now();
    for (const [key, { endsAt }] of this.#entries) if (endsAt <= now) this.#entries.delete(key);
  }
}
