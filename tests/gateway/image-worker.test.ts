import { ChildProcess, execFile } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { ImageProcessingError, ImageWorker } from '#gateway/images/worker/image-worker.ts';
import { createPlainImage } from './image-host.ts';

/** Returns the process that `start` starts. */
function captureProcess(start: () => unknown): Promise<ChildProcess> {
  return new Promise((resolve) => {
    const onStart = (message: unknown) => {
      unsubscribe('child_process', onStart);
      resolve(z.object({ process: z.instanceof(ChildProcess) }).parse(message).process);
    };
    subscribe('child_process', onStart);
    start();
  });
}

describe('an image process that sends a malformed message', () => {
  it('is replaced, and the image is processed again', async () => {
    const worker = new ImageWorker();
    const bytes = await createPlainImage(10, 10).png().toBuffer();
    let processed: Promise<Uint8Array | null> = Promise.resolve(null);
    const child = await captureProcess(() => {
      processed = worker.process({ kind: 'image', page: 1, format: 'jpeg', bytes, width: 80 });
    });
    child.emit('message', { id: 'corrupt' });
    await once(child, 'exit');
    expect(await processed).toBeInstanceOf(Uint8Array);
    worker.close();
  });
});

// Only Linux shows the environment of a process as a file.
it.skipIf(process.platform !== 'linux')('an image process gets no secret of the gateway', async () => {
  vi.stubEnv('SESSION_SECRET', 'a secret of the gateway');
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const worker = new ImageWorker();
  onTestFinished(() => worker.close());
  const bytes = await createPlainImage(10, 10).png().toBuffer();
  let processed: Promise<unknown> = Promise.resolve();
  const child = await captureProcess(() => {
    processed = worker.process({ kind: 'image', page: 1, format: 'jpeg', bytes, width: 80 });
  });
  await processed;
  const environment = await readFile(`/proc/${child.pid}/environ`, 'utf8');
  expect(environment).toContain('MALLOC_ARENA_MAX=2');
  expect(environment).not.toContain('a secret of the gateway');
});

describe('an image worker that is closed', () => {
  it('rejects all pending requests and does not start its process again', async () => {
    const worker = new ImageWorker();
    const variant = { kind: 'image', page: 1, format: 'jpeg' } as const;
    const small = await createPlainImage(10, 10).png().toBuffer();
    const large = await createPlainImage(6000, 6000).png().toBuffer();
    await worker.process({ ...variant, bytes: small, width: 80 });
    // Two are processed at the same time; the third one waits.
    const pending = [1, 2, 3].map(() => worker.process({ ...variant, bytes: large, width: 1920 }));
    const settled = Promise.allSettled(pending);
    await new Promise(setImmediate);
    worker.close();
    for (const outcome of await settled)
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(ImageProcessingError) });
  });
});

describe.skipIf(process.platform === 'win32')('an image whose process cannot be started', () => {
  it('is rejected with the reason, and the next image starts the process', async () => {
    const script = path.join(import.meta.dirname, 'image-worker-main.ts');
    const command = 'ulimit -n 100 && exec "$0" "$1"';
    const { stdout } = await promisify(execFile)('sh', ['-c', command, process.execPath, script]);
    expect(JSON.parse(stdout)).toEqual([expect.stringContaining('EMFILE'), 'processed']);
  });
});
