/** Logs when something begins to fail, and when it works again, but not each failure in between. */
export class OutageLog<Cause> {
  readonly #onFailure: (cause: Cause) => void;
  readonly #onRecovery: () => void;
  #isFailing = false;

  constructor(onFailure: (cause: Cause) => void, onRecovery: () => void) {
    this.#onFailure = onFailure;
    this.#onRecovery = onRecovery;
  }

  get isFailing(): boolean {
    return this.#isFailing;
  }

  recordFailure(cause: Cause): void {
    if (!this.#isFailing) this.#onFailure(cause);
    this.#isFailing = true;
  }

  recordSuccess(): void {
    if (this.#isFailing) this.#onRecovery();
    this.#isFailing = false;
  }
}
