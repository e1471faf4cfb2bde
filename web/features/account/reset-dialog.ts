/** Loads the password reset when it is first opened. */
export const loadResetDialog = () =>
  import('./ResetPasswordDialog.tsx').then(({ ResetPasswordDialog }) => ResetPasswordDialog);
