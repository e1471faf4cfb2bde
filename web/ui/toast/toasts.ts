import { createStore } from '#web/store.ts';

/** How long a toast is shown by default (requirements.md 9). */
export const toastDurationMs = 6000;
/** How long a brief success toast is shown (requirements.md 9). */
export const successDurationMs = 2000;

type ToastKind = 'success' | 'error' | 'info' | 'warning';

/** A short message that closes automatically. Screen readers announce it. */
interface ToastMessage {
  kind: ToastKind;
  text: string;
  title?: string | undefined;
  /** `toastDurationMs` when left out. */
  durationMs?: number | undefined;
  /** A button, which closes the toast. */
  action?: { label: string; onClick: () => void } | undefined;
}

/** A dialog that the shopper has to confirm or dismiss before continuing. */
export interface ConfirmOptions {
  title: string;
  text?: string | undefined;
  confirmText: string;
  /** Omitted if there is nothing to decide. */
  cancelText?: string | undefined;
  /** Whether confirming cannot be undone. The cancel button has the focus then, so that Enter changes nothing. */
  isDestructive?: boolean;
}

type ToastOptions = Omit<ToastMessage, 'kind' | 'text'>;

/** Shows toasts and confirmation dialogs on top of the page. */
interface ToastApi {
  success(text: string, options?: ToastOptions): void;
  error(text: string, options?: ToastOptions): void;
  info(text: string, options?: ToastOptions): void;
  warning(text: string, options?: ToastOptions): void;
  /**
   * Resolves with true when confirmed, and with false when cancelled or closed, by the shopper or by `dismissDialogs`,
   * for example after Back or Forward.
   */
  confirm(options: ConfirmOptions & { cancelText: string }): Promise<boolean>;
  /**
   * Resolves with true when the shopper closes the dialog, and with false when `dismissDialogs` closes it, for example
   * when the session ends.
   */
  alert(options: Omit<ConfirmOptions, 'cancelText'>): Promise<boolean>;
}

/** The toasts that have not been passed to the toaster yet, and the open dialog. */
interface ToastState {
  pending: readonly ToastMessage[];
  dialog: ConfirmOptions | null;
}

const state = createStore<ToastState>({ pending: [], dialog: null });
/** The open dialog, followed by those waiting for it to close. */
const queue: Array<{ dialog: ConfirmOptions; resolve: (confirmed: boolean) => void }> = [];

function update(next: Partial<ToastState>): void {
  state.set({ ...state.get(), ...next });
}

function addToast(kind: ToastKind) {
  return (text: string, options: ToastOptions = {}) =>
    update({ pending: [...state.get().pending, { kind, text, ...options }] });
}

function openDialog(dialog: ConfirmOptions): Promise<boolean> {
  return new Promise((resolve) => {
    queue.push({ dialog, resolve });
    if (queue.length === 1) update({ dialog });
  });
}

export const toasts: ToastApi = {
  success: addToast('success'),
  error: addToast('error'),
  info: addToast('info'),
  warning: addToast('warning'),
  confirm: openDialog,
  alert: openDialog,
};

/** The toasts and dialogs to show, for the components that show them. */
export const toastStore = {
  ...state,
  /** Removes and returns the pending toasts, which the caller then shows. */
  takePending(): readonly ToastMessage[] {
    const { pending } = state.get();
    if (pending.length > 0) update({ pending: [] });
    return pending;
  },
  /** Closes the open dialog with this result and opens the next one. */
  closeDialog(confirmed: boolean): void {
    const closed = queue.shift();
    update({ dialog: queue[0]?.dialog ?? null });
    closed?.resolve(confirmed);
  },
  /** Closes all dialogs, including those that wait, without confirming them. */
  dismissDialogs(): void {
    while (queue.length > 0) toastStore.closeDialog(false);
  },
};
