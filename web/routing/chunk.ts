/** How long a screen's script may take (requirements.md 9). */
const timeout = 120_000;

/** Says that a screen's script did not arrive. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';
}

/**
 * Loads a screen's script.
 *
 * @throws ChunkLoadError when it fails or takes longer than 120 seconds.
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError('The script took longer than 120 seconds.')), timeout);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (error) {
    if (error instanceof ChunkLoadError) throw error;
    throw new ChunkLoadError('The script could not be loaded.', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
