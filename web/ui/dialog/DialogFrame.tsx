import { Dialog, Portal } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Icon } from '#web/ui/Icon.tsx';
import { ChakraScope } from '#web/ui/theme/ChakraScope.tsx';
import styles from './DialogFrame.module.css';
import type { DialogProps } from './use-dialog.ts';

interface DialogFrameProps extends DialogProps {
  title: string;
  /** The large one begins at the top and scrolls its body; the others stand in the middle. */
  size: 'xs' | 'sm' | 'lg';
  /**
   * Names the close button of a dialog to read, which a click beside it closes, too. Without it the
   * contents have a way out of their own, and a click beside throws away nothing that was typed.
   */
  closeLabel?: string;
  footer?: ReactNode;
  /** Rendered while the dialog is open, anew each time. */
  children: ReactNode;
}

/** What the shop's dialogs have in common: title, body, veil, and that Escape closes them. */
export function DialogFrame({ open, onClose, title, size, closeLabel, footer, children }: DialogFrameProps) {
  const large = size === 'lg';
  return (
    <ChakraScope>
      <Dialog.Root
        open={open}
        size={size}
        {...(large ? { scrollBehavior: 'inside' } : { placement: 'center' })}
        lazyMount
        unmountOnExit
        closeOnInteractOutside={closeLabel !== undefined}
        onOpenChange={(details) => {
          if (!details.open) onClose();
        }}
      >
        <Portal>
          <Dialog.Backdrop />
          <Dialog.Positioner padding={large ? { base: '2', sm: '4' } : '4'}>
            <Dialog.Content {...(large && { marginBlock: '2', maxHeight: 'calc(100dvh - 1.5rem)' })}>
              <Dialog.Header>
                <Dialog.Title fontFamily="heading" fontSize="xl" fontWeight="normal">
                  {title}
                </Dialog.Title>
                {closeLabel !== undefined && (
                  <Dialog.CloseTrigger className={`icon-button ${styles.close}`} aria-label={closeLabel}>
                    <Icon name="close" />
                  </Dialog.CloseTrigger>
                )}
              </Dialog.Header>
              <Dialog.Body>{children}</Dialog.Body>
              {footer}
            </Dialog.Content>
          </Dialog.Positioner>
        </Portal>
      </Dialog.Root>
    </ChakraScope>
  );
}
