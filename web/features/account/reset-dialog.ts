/** Loads the dialog of the password reset separately from the pages that open it. */
export const loadResetDialog = () =>
  import('./ResetPasswordDialog.tsx').then(({ ResetPasswordDialog }) => ResetPasswordDialog);
