import { Dialog, Portal } from '@chakra-ui/react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Icon } from '#web/ui/Icon.tsx';
import { ChakraScope } from '#web/ui/theme/ChakraScope.tsx';
import styles from './DialogFrame.module.css';
import type { DialogProps } from './use-dialog.ts';

interface DialogFrameProps extends DialogProps {
  title: string;
  /** `lg` opens at the top and scrolls its body. The other sizes are centred. */
  size: 'xs' | 'sm' | 'lg';
  /**
   * The label of the close button. With it, a click outside closes the dialog too. Omit it for forms, which
   * have their own Cancel button: a click outside must not discard what the shopper typed.
   */
  closeLabel?: string;
  footer?: ReactNode;
  /** Mounted only while the dialog is open. */
  children: ReactNode;
}

/** The frame of the shop's dialogs: title, body and backdrop. Escape closes it. */
export function DialogFrame({ open, onClose, title, size, closeLabel, footer, children }: DialogFrameProps) {
  const isLarge = size === 'lg';
  const opener = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (open && document.activeElement instanceof HTMLElement) opener.current = document.activeElement;
  }, [open]);
  return (
    <ChakraScope>
      <Dialog.Root
        open={open}
        finalFocusEl={() => opener.current}
        size={size}
        {...(isLarge ? { scrollBehavior: 'inside' } : { placement: 'center' })}
        lazyMount
        unmountOnExit
        closeOnInteractOutside={closeLabel !== undefined}
        onOpenChange={(details) => {
          if (!details.open) onClose();
        }}
      >
        <Portal>
          <Dialog.Backdrop />
          <Dialog.Positioner padding={isLarge ? { base: '2', sm: '4' } : '4'}>
            <Dialog.Content {...(isLarge && { marginBlock: '2', maxHeight: 'calc(100dvh - 1.5rem)' })}>
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
