import { Dialog, Portal } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { ChakraScope } from '#web/ui/chakra/ChakraScope.tsx';
import type { DialogProps } from '#web/ui/use-dialog.ts';
import { ResetPasswordSteps } from './ResetPasswordSteps.tsx';

/**
 * The password reset (spec.md 2.7). It closes by Cancel or after success, and what was typed goes
 * with it; a click beside it closes nothing.
 */
export function ResetPasswordDialog({ open, onClose }: DialogProps) {
  const { t } = useTranslation('account');
  return (
    <ChakraScope>
      <Dialog.Root
        open={open}
        size="sm"
        placement="center"
        lazyMount
        unmountOnExit
        closeOnInteractOutside={false}
        onOpenChange={(details) => {
          if (!details.open) onClose();
        }}
      >
        <Portal>
          <Dialog.Backdrop />
          <Dialog.Positioner padding="4">
            <Dialog.Content>
              <Dialog.Header>
                <Dialog.Title fontFamily="heading" fontSize="xl" fontWeight="normal">
                  {t('reset.title')}
                </Dialog.Title>
              </Dialog.Header>
              <Dialog.Body>
                <ResetPasswordSteps onClose={onClose} />
              </Dialog.Body>
            </Dialog.Content>
          </Dialog.Positioner>
        </Portal>
      </Dialog.Root>
    </ChakraScope>
  );
}
