import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ConcurrencyLimit } from '../../concurrency/concurrency-limit.ts';
import { type WorkerRequest, workerResponseSchema } from './messages.ts';

/** How many pictures are made at once: as many as small machines have cores. */
const atOnce = 2;

/** How long one picture may take before its maker is ended, in milliseconds. */
const patience = 10_000;

/** A picture that could not be made. Its message is for the log. */
export class ImageProcessingError extends Error {}

/** Its process ended before it was made, perhaps for another picture's sake. */
class MakerGone extends ImageProcessingError {}

type Outcome = Uint8Array | ImageProcessingError;

/** Makes pictures in a process of its own, which is started when the first is wanted, and again after its end. */
export class ImageWorker {
  readonly #turnstile = new ConcurrencyLimit(atOnce);
  /** What waits for its outcome, by the order's id. */
  readonly #pending = new Map<number, (outcome: Outcome) => void>();
  #process: ChildProcess | null = null;
  #orders = 0;

  /** @throws {ImageProcessingError} when there is none in these bytes, or it takes too much. */
  make(order: Omit<WorkerRequest, 'id'>): Promise<Uint8Array> {
    return this.#turnstile.run(async () => {
      try {
        return await this.#order(order);
      } catch (error) {
        if (!(error instanceof MakerGone)) throw error;
        return this.#order(order);
      }
    });
  }

  /** Ends the process; what it was making is given up. */
  close(): void {
    this.#process?.kill('SIGKILL');
  }

  async #order(order: Omit<WorkerRequest, 'id'>): Promise<Uint8Array> {
    const maker = this.#process ?? this.#start();
    this.#orders += 1;
    const id = this.#orders;
    const late = setTimeout(() => {
      this.#pending.get(id)?.(new ImageProcessingError(`It took longer than ${patience} ms.`));
      maker.kill('SIGKILL');
    }, patience);
    const result = await new Promise<Outcome>((settle) => {
      this.#pending.set(id, settle);
      const message: WorkerRequest = { ...order, id };
      // A process that is just ending says so by its exit.
      maker.send(message, () => {});
    });
    clearTimeout(late);
    this.#pending.delete(id);
    if (result instanceof ImageProcessingError) throw result;
    return result;
  }

  #start(): ChildProcess {
    const maker = fork(fileURLToPath(new URL('./process.ts', import.meta.url)), [], {
      // None of the shop's secrets; and few arenas, between which memory would be lost.
      env: { MALLOC_ARENA_MAX: '2' },
      execArgv: ['--max-old-space-size=128'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#process = maker;
    maker.on('message', (message: unknown) => {
      const result = workerResponseSchema.parse(message);
      const outcome = 'bytes' in result ? result.bytes : new ImageProcessingError(result.problem);
      this.#pending.get(result.id)?.(outcome);
    });
    const gone = (how: string) => {
      if (this.#process !== maker) return;
      this.#process = null;
      for (const settle of this.#pending.values()) settle(new MakerGone(how));
    };
    maker.once('error', ({ message }) => gone(message));
    maker.once('exit', (code, signal) => gone(`Its maker ended with ${signal ?? `exit code ${code}`}.`));
    // It lives as long as the shop, and does not keep the shop alive.
    maker.unref();
    maker.channel?.unref();
    return maker;
  }
}
