import { Button } from '@chakra-ui/react';
import { useTranslation } from '#web/i18n/translation.tsx';
import { useDialog } from '#web/ui/dialog/use-dialog.ts';
import { loadResetDialog } from './reset-dialog.ts';

/** Opens the password reset for the signed-in shopper: no other way to change a password works with every REST host. */
export function ChangePasswordButton({ contact }: { contact: string }) {
  const { t } = useTranslation('account');
  const { Dialog, dialogProps, openerProps } = useDialog(loadResetDialog);
  return (
    <>
      <Button variant="plain" justifySelf="start" {...openerProps}>
        {t('edit.changePassword')}
      </Button>
      {Dialog !== null && <Dialog {...dialogProps} emailOrContact={contact} />}
    </>
  );
}
