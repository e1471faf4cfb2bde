import { describe, expect, it } from 'vitest';
import { ImageProcessingError, ImageWorker } from '#gateway/images/worker/image-worker.ts';
import { createPlainImage } from './image-host.ts';

describe('an image process that is closed', () => {
  it('fails all pending requests and is not started again', async () => {
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
