/** A file that cannot be imported into this catalogue. The message says why. */
export class ImportRejectedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ImportRejectedError';
  }
}

/** `--replace` would withdraw more than a tenth of the catalogue, which may mean that it is the wrong file. */
export class LargeWithdrawalError extends ImportRejectedError {
  constructor(message: string) {
    super(message);
    this.name = 'LargeWithdrawalError';
  }
}
