import { type ReactNode, useEffect, useRef } from 'react';
import styles from './ModalDialog.module.css';

interface ModalDialogProps {
  /** The id of the element that contains the title. */
  labelledBy: string;
  /** Called after the dialog has closed, however it was closed. */
  onClose: () => void;
  /** Renders the contents. Receives a function that closes the dialog. */
  children: (close: () => void) => ReactNode;
}

/**
 * A native `<dialog>`, open while it is mounted. The focus stays inside and returns to the previous element
 * afterwards. Escape and a click outside close it.
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: the element closes itself on Escape.
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={labelledBy}
      onClose={onClose}
      onClick={(event) => {
        // A click on the backdrop has the dialog itself as its target.
        if (event.target === event.currentTarget) close();
      }}
    >
      {children(close)}
    </dialog>
  );
}
