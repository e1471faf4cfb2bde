import { Dialog, Portal } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Icon } from '#web/ui/Icon.tsx';
import { ChakraScope } from '#web/ui/theme/ChakraScope.tsx';
import { useCloseWatcher } from './use-close-watcher.ts';
import type { DialogProps } from './use-dialog.ts';
import { useOpener } from './use-opener.ts';

const layouts = {
  xs: { placement: 'center' },
  sm: { placement: 'center' },
  lg: { scrollBehavior: 'inside' },
  xl: { placement: 'center' },
  cover: {},
} as const;

interface DialogFrameProps extends DialogProps {
  title: string;
  /** The language of the title, if it is not that of the page. */
  titleLanguage?: string | undefined;
  /** `lg` opens at the top and scrolls its body, and `cover` fills the window. The other sizes are centred. */
  size: keyof typeof layouts;
  /**
   * The label of the close button. With it, a click outside closes the dialog too. Omit it for forms, which
   * have their own Cancel button: a click outside must not discard what the shopper typed.
   */
  closeLabel?: string;
  footer?: ReactNode;
  /** Mounted only while the dialog is open. */
  children: ReactNode;
}

/** The frame of the shop's dialogs: title, body and backdrop. Escape, and Back on Android, close it. */
export function DialogFrame({
  open,
  onClose,
  title,
  titleLanguage,
  size,
  closeLabel,
  footer,
  children,
}: DialogFrameProps) {
  const opener = useOpener(open);
  useCloseWatcher(open, onClose);
  const isSmall = size === 'xs' || size === 'sm';
  return (
    <ChakraScope>
      <Dialog.Root
        open={open}
        finalFocusEl={opener}
        size={size}
        {...layouts[size]}
        lazyMount
        unmountOnExit
        closeOnInteractOutside={closeLabel !== undefined}
        onOpenChange={(details) => {
          if (!details.open) onClose();
        }}
      >
        <Portal>
          <Dialog.Backdrop />
          <Dialog.Positioner padding={isSmall ? '4' : { base: '2', sm: '4' }}>
            <Dialog.Content
              // The edge in forced-colours mode, which removes the shadow.
              outline="1px solid transparent"
              {...(size === 'lg' && { marginBlock: '2', maxHeight: 'calc(100dvh - 1.5rem)' })}
            >
              <Dialog.Header alignItems="center" paddingInlineEnd={closeLabel === undefined ? '6' : '3'}>
                <Dialog.Title
                  flex="1"
                  minWidth="0"
                  fontFamily="heading"
                  fontSize="xl"
                  fontWeight="normal"
                  lang={titleLanguage}
                >
                  {title}
                </Dialog.Title>
                {closeLabel !== undefined && (
                  <Dialog.CloseTrigger position="static" className="icon-button" aria-label={closeLabel}>
                    <Icon name="close" />
                  </Dialog.CloseTrigger>
                )}
              </Dialog.Header>
              <Dialog.Body minHeight="0" {...(size === 'cover' && { position: 'relative', padding: '0' })}>
                {children}
              </Dialog.Body>
              {footer}
            </Dialog.Content>
          </Dialog.Positioner>
        </Portal>
      </Dialog.Root>
    </ChakraScope>
  );
}
