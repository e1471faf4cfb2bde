import { type ReactNode, useEffect, useRef } from 'react';
import styles from './ModalDialog.module.css';

interface ModalDialogProps {
  /** The id of the dialog's title. */
  labelledBy: string;
  /** Told when it has been closed, by whatever means. */
  onClose: () => void;
  /** The contents, given what closes the dialog. */
  children: (close: () => void) => ReactNode;
}

/**
 * A dialog by the browser's own element, open as long as it is rendered: focus stays inside and goes
 * back to where it was, Escape and a click beside it close it.
 */
export function ModalDialog({ labelledBy, onClose, children }: ModalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element?.open === false) element.showModal();
    return () => element?.close();
  }, []);
  const close = () => dialog.current?.close();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way is Escape, which the element knows itself.
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={labelledBy}
      onClose={onClose}
      onClick={(event) => {
        // Only the veil around the contents is the dialog itself.
        if (event.target === event.currentTarget) close();
      }}
    >
      {children(close)}
    </dialog>
  );
}
