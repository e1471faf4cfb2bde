import type { Logger } from 'pino';

/** Records whether the last write of a store succeeded, and logs when that changes. */
export class WriteStatus {
  readonly #logger: Logger;
  readonly #storage: string;
  #isFailing = false;

  /** @param storage the file or server that contains the store, for the log. */
  constructor(logger: Logger, storage: string) {
    this.#logger = logger;
    this.#storage = storage;
  }

  get isFailing(): boolean {
    return this.#isFailing;
  }

  /** @param reason why the write failed; it must not contain the value. */
  recordFailure(reason: string): void {
    if (!this.#isFailing)
      this.#logger.error({ storage: this.#storage, reason }, 'the store cannot be written');
    this.#isFailing = true;
  }

  recordSuccess(): void {
    if (this.#isFailing) this.#logger.info({ storage: this.#storage }, 'the store can be written again');
    this.#isFailing = false;
  }
}
