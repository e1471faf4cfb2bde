import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { toastStore } from './toasts.ts';

/**
 * The place where notices and questions appear: once in the layout. What shows them is fetched when the
 * browser has nothing else to do, and run when there is the first.
 */
export function ToastHost() {
  const { waiting, question } = useSyncExternalStore(
    toastStore.subscribe,
    toastStore.state,
    toastStore.serverState,
  );
  const needed = waiting.length > 0 || question !== null;
  const [Display, setDisplay] = useState<ComponentType | null>(null);
  useEffect(() => {
    // Not every browser has it; those fetch the display when it is needed.
    if (window.requestIdleCallback === undefined) return;
    const idle = window.requestIdleCallback(() => void import('./ToastList.tsx').catch(() => undefined));
    return () => window.cancelIdleCallback(idle);
  }, []);
  useEffect(() => {
    if (!needed || Display !== null) return;
    import('./ToastList.tsx').then(
      ({ ToastList }) => setDisplay(() => ToastList),
      () => showByBrowser(),
    );
  }, [needed, Display]);
  return Display === null ? null : <Display />;
}

/** Without a connection the display cannot be loaded; the browser's own boxes need none. */
function showByBrowser(): void {
  for (const { title, text } of toastStore.take()) window.alert([title, text].filter(Boolean).join('\n'));
  const { question } = toastStore.state();
  if (question === null) return;
  const text = [question.title, question.text].filter(Boolean).join('\n');
  if (question.cancelText !== undefined) {
    toastStore.answer(window.confirm(text));
  } else {
    window.alert(text);
    toastStore.answer(true);
  }
}
