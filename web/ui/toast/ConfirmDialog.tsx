import { Dialog, Portal } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import styles from './toasts.module.css';
import type { Question } from './toasts.ts';

interface ConfirmDialogProps {
  question: Question | null;
  onAnswer: (confirmed: boolean) => void;
}

/** Asks, or tells something that has to be read. The focus goes back to where it was. */
export function ConfirmDialog({ question, onAnswer }: ConfirmDialogProps) {
  const confirmRef = useRef<HTMLButtonElement>(null);
  // The words stay while the dialog fades out.
  const [shown, setShown] = useState(question);
  if (question !== null && question !== shown) setShown(question);
  return (
    <Dialog.Root
      role="alertdialog"
      size="xs"
      placement="center"
      lazyMount
      open={question !== null}
      initialFocusEl={() => confirmRef.current}
      onOpenChange={({ open }) => {
        if (!open) onAnswer(false);
      }}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner padding="4">
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title className={styles.question}>{shown?.title}</Dialog.Title>
            </Dialog.Header>
            {shown?.text !== undefined && (
              <Dialog.Body>
                <Dialog.Description>{shown.text}</Dialog.Description>
              </Dialog.Body>
            )}
            <Dialog.Footer flexWrap="wrap">
              {shown?.cancelText !== undefined && (
                <button type="button" className="button" onClick={() => onAnswer(false)}>
                  {shown.cancelText}
                </button>
              )}
              <button
                ref={confirmRef}
                type="button"
                className="button button--solid"
                onClick={() => onAnswer(true)}
              >
                {shown?.confirmText}
              </button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
