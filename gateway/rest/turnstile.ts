/** Lets a fixed number of tasks run at once; the others wait in the order they came. */
export class Turnstile {
  readonly #waiting: Array<() => void> = [];
  readonly #places: number;
  #free: number;

  constructor(places: number) {
    this.#places = places;
    this.#free = places;
  }

  get running(): number {
    return this.#places - this.#free;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
