import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { ConcurrencyLimit } from '../../concurrency/concurrency-limit.ts';
import { imageFormats, imagePages, imageWidths } from '../image-variants.ts';

/** Bytes from another thread or process, in any kind of buffer. */
export const bytesSchema = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** Requests a resized copy of an image, or of a page of a PDF. */
export const workerRequestSchema = z.object({
  id: z.int(),
  kind: z.enum(['image', 'pdf']),
  bytes: bytesSchema,
  page: z.literal(imagePages),
  width: z.literal(imageWidths),
  format: z.enum(imageFormats),
});

/** The resized copy (null if the file has no such page), or the reason why the image could not be processed. */
const workerResponseSchema = z.union([
  z.object({ id: z.int(), bytes: bytesSchema.nullable() }),
  z.object({ id: z.int(), error: z.string() }),
]);

export type WorkerRequest = z.output<typeof workerRequestSchema>;
export type WorkerResponse = z.output<typeof workerResponseSchema>;

/** Images processed at the same time: two, because small machines have two cores. */
const maxConcurrent = 2;

/**
 * Time limits for one file, after which the process is killed. The process itself allows 20 s for rendering a page of a
 * PDF, and 20 s for resizing an image or a rendered page.
 */
const timeoutsMs = { image: 25_000, pdf: 45_000 } as const;

/** An image could not be processed. The message is for the log. */
export class ImageProcessingError extends Error {}

/** The process exited before the image was done, possibly because of another image. */
class WorkerExitedError extends ImageProcessingError {}

type Outcome = Uint8Array | null | ImageProcessingError;

/** Processes images in a child process, which is started on demand and replaced when it exits. */
export class ImageWorker {
  readonly #limit = new ConcurrencyLimit(maxConcurrent);
  /** Callbacks of pending requests by id. */
  readonly #pending = new Map<number, (outcome: Outcome) => void>();
  #process: ChildProcess | null = null;
  #isClosed = false;
  #lastId = 0;

  /**
   * Returns the resized copy; null if the file has no such page.
   *
   * @throws {ImageProcessingError} when the bytes cannot be decoded, or need too much time or memory.
   */
  process(request: Omit<WorkerRequest, 'id'>): Promise<Uint8Array | null> {
    return this.#limit.run(async () => {
      try {
        return await this.#send(request);
      } catch (error) {
        if (!(error instanceof WorkerExitedError)) throw error;
        return this.#send(request);
      }
    });
  }

  /** Kills the process. Pending and later requests fail. */
  close(): void {
    this.#isClosed = true;
    this.#process?.kill('SIGKILL');
  }

  async #send(request: Omit<WorkerRequest, 'id'>): Promise<Uint8Array | null> {
    if (this.#isClosed) throw new ImageProcessingError('The gateway is being closed.');
    const child = this.#process ?? this.#start();
    this.#lastId += 1;
    const id = this.#lastId;
    const timeoutMs = timeoutsMs[request.kind];
    const timer = setTimeout(() => {
      this.#pending.get(id)?.(new ImageProcessingError(`Processing took longer than ${timeoutMs} ms.`));
      child.kill('SIGKILL');
    }, timeoutMs);
    const outcome = await new Promise<Outcome>((settle) => {
      this.#pending.set(id, settle);
      const message: WorkerRequest = { ...request, id };
      // A process that could not be started has no `send`, and sending to one that is exiting fails. The error or exit
      // event then settles the request.
      if (child.connected) child.send(message, () => {});
    });
    clearTimeout(timer);
    this.#pending.delete(id);
    if (outcome instanceof ImageProcessingError) throw outcome;
    return outcome;
  }

  #start(): ChildProcess {
    const child = fork(fileURLToPath(new URL('./resize-process.ts', import.meta.url)), [], {
      // The process gets none of the gateway's secrets. A small number of malloc arenas limits memory fragmentation.
      env: { MALLOC_ARENA_MAX: '2' },
      execArgv: ['--max-old-space-size=128'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#process = child;
    child.on('message', (message: unknown) => {
      const { data: response } = workerResponseSchema.safeParse(message);
      if (response === undefined) {
        // A decoder has probably corrupted the memory of the process. Its exit settles the pending requests.
        child.kill('SIGKILL');
        return;
      }
      const outcome = 'bytes' in response ? response.bytes : new ImageProcessingError(response.error);
      this.#pending.get(response.id)?.(outcome);
    });
    const onExit = (reason: string) => {
      if (this.#process !== child) return;
      this.#process = null;
      for (const settle of this.#pending.values()) settle(new WorkerExitedError(reason));
    };
    child.once('error', ({ message }) => onExit(message));
    child.once('exit', (code, signal) =>
      onExit(`The image process ended with ${signal ?? `exit code ${code}`}.`),
    );
    // The process must not keep the gateway from exiting.
    child.unref();
    child.channel?.unref();
    return child;
  }
}
