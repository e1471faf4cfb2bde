/** The maximum number of addresses of an account. The gateway rejects more. */
export const maxAddresses = 10;

/** Loads the dialog that creates or edits an address, for `useDialog`. */
export const loadAddressDialog = () =>
  import('./AddressDialog.tsx').then(({ AddressDialog }) => AddressDialog);
