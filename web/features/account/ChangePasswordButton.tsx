import { Button } from '@chakra-ui/react';
import { useTranslation } from '#web/i18n/translation.tsx';
import { useDialog } from '#web/ui/dialog/use-dialog.ts';
import { loadResetDialog } from './reset-dialog.ts';

/** Opens the password reset for the signed-in shopper: no other way to change a password works with every REST host. */
export function ChangePasswordButton({ contact }: { contact: string }) {
  const { t } = useTranslation('account');
  const { Dialog, isOpen, prepare, open, close } = useDialog(loadResetDialog);
  return (
    <>
      <Button
        variant="plain"
        justifySelf="start"
        aria-haspopup="dialog"
        onPointerEnter={prepare}
        onClick={open}
      >
        {t('edit.changePassword')}
      </Button>
      {Dialog !== null && <Dialog open={isOpen} onClose={close} emailOrContact={contact} />}
    </>
  );
}
