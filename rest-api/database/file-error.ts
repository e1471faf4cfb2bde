/** Whether an error is the file system's own, and with the given code if one is given. */
export function isFileError(error: unknown, code?: string): error is NodeJS.ErrnoException {
  return (
    error instanceof Error &&
    'syscall' in error &&
    (code === undefined || ('code' in error && error.code === code))
  );
}
