/** A file that cannot be imported into this catalogue. The message says why. */
export class ImportRejectedError extends Error {}

/** `--replace` would withdraw more than a tenth of the catalogue, so the file may be the wrong one. */
export class LargeWithdrawalError extends ImportRejectedError {}
