/** The time limit for loading a page's script (requirements.md 9). */
const timeoutMs = 120_000;

/** A page's script could not be loaded. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';
}

/**
 * Loads a page's script.
 *
 * @throws ChunkLoadError when loading fails or takes longer than 120 seconds.
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ChunkLoadError('The script did not load within 120 seconds.')),
      timeoutMs,
    );
  });
  try {
    return await Promise.race([load(), timedOut]);
  } catch (error) {
    if (error instanceof ChunkLoadError) throw error;
    throw new ChunkLoadError('The script could not be loaded.', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
