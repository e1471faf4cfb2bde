import { ConfigError } from './config.ts';

/**
 * What work on the data folder gives.
 *
 * @throws {ConfigError} when the file system refuses it.
 */
export async function inDataDir<Result>(dataDir: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new ConfigError(
      `DATA_DIR is '${dataDir}': it must be a folder that can be written (${error.message}).`,
    );
  }
}
