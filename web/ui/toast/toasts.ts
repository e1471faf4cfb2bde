/** How long a snackbar stays, and a message of success before the next screen, in milliseconds (requirements.md 9). */
export const toastDurationMs = 6000;
export const successDurationMs = 2000;

export type ToastKind = 'success' | 'error' | 'info' | 'warning';

/** A short message that goes away by itself and is read out. */
export interface ToastMessage {
  kind: ToastKind;
  text: string;
  title?: string | undefined;
  /** Milliseconds; `toastDurationMs` when left out. */
  duration?: number | undefined;
}

/** Something the shopper has to answer, or to take note of, before going on. */
export interface Question {
  title: string;
  text?: string | undefined;
  confirmText: string;
  /** Left out when there is nothing to decide. */
  cancelText?: string | undefined;
}

type ToastOptions = Omit<ToastMessage, 'kind' | 'text'>;

/** The shop's one way to say or ask something above the page. */
export interface ToastApi {
  success(text: string, options?: ToastOptions): void;
  error(text: string, options?: ToastOptions): void;
  info(text: string, options?: ToastOptions): void;
  warning(text: string, options?: ToastOptions): void;
  /** True when confirmed; false when cancelled or closed. */
  confirm(question: Question & { cancelText: string }): Promise<boolean>;
  /** Resolves when it has been read and closed. */
  alert(message: Question): Promise<void>;
}

/** What waits to be shown: the notices not yet handed to the toaster, and the open question. */
export interface ToastState {
  waiting: readonly ToastMessage[];
  question: Question | null;
}

const idle: ToastState = { waiting: [], question: null };
let state = idle;
const listeners = new Set<() => void>();
/** Questions asked while another is open wait for their turn. */
const queue: Array<{ question: Question; answer: (confirmed: boolean) => void }> = [];

function change(next: Partial<ToastState>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

function say(kind: ToastKind) {
  return (text: string, options: ToastOptions = {}) =>
    change({ waiting: [...state.waiting, { kind, text, ...options }] });
}

function ask(question: Question): Promise<boolean> {
  return new Promise((answer) => {
    queue.push({ question, answer });
    if (queue.length === 1) change({ question });
  });
}

/** For event handlers outside of components; components use `useToast`. */
export const toasts: ToastApi = {
  success: say('success'),
  error: say('error'),
  info: say('info'),
  warning: say('warning'),
  confirm: ask,
  alert: async (message) => {
    await ask(message);
  },
};

/** Messages and questions, for event handlers. The same object every time. */
export function useToast(): ToastApi {
  return toasts;
}

/** For the component that shows them. */
export const toastStore = {
  state: (): ToastState => state,
  /** Nothing is ever shown on the server. */
  serverState: (): ToastState => idle,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** The notices that wait, which from now on are the caller's to show. */
  take(): readonly ToastMessage[] {
    const { waiting } = state;
    if (waiting.length > 0) change({ waiting: [] });
    return waiting;
  },
  /** Answers the open question and opens the next. */
  answer(confirmed: boolean): void {
    const answered = queue.shift();
    change({ question: queue[0]?.question ?? null });
    answered?.answer(confirmed);
  },
};
