/** Loads the dialog that creates or edits an address, for `useDialog`. */
export const loadAddressDialog = () =>
  import('./AddressDialog.tsx').then(({ AddressDialog }) => AddressDialog);
