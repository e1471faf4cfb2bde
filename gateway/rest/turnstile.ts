/** Lets a fixed number of tasks run at once; the others wait in the order they came. */
export class Turnstile {
  readonly #waiting: Array<() => void> = [];
  #free: number;

  constructor(places: number) {
    this.#free = places;
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
