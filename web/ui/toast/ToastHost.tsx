import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { toastStore } from './toasts.ts';

const inputEvents = ['pointermove', 'pointerdown', 'keydown'] as const;

/**
 * Shows toasts and confirmation dialogs. Rendered once, in the layout. The component that displays them is
 * built with Chakra UI, so it is loaded at the visitor's first input and mounted with the first toast or dialog.
 */
export function ToastHost() {
  const { pending, dialog } = useSyncExternalStore(
    toastStore.subscribe,
    toastStore.getSnapshot,
    toastStore.getServerSnapshot,
  );
  const [Display, setDisplay] = useState<ComponentType | null>(null);
  useEffect(() => {
    const preload = () => void import('./ToastList.tsx').catch(() => undefined);
    for (const type of inputEvents) window.addEventListener(type, preload, { once: true, passive: true });
    return () => {
      for (const type of inputEvents) window.removeEventListener(type, preload);
    };
  }, []);
  useEffect(() => {
    if ((pending.length === 0 && dialog === null) || Display !== null) return;
    import('./ToastList.tsx').then(
      ({ ToastList }) => setDisplay(() => ToastList),
      () => showNativeDialogs(),
    );
  }, [pending, dialog, Display]);
  return Display === null ? null : <Display />;
}

/** Falls back to the browser's own dialogs if the component cannot be loaded, for example while offline. */
function showNativeDialogs(): void {
  for (const { title, text } of toastStore.takePending())
    window.alert([title, text].filter(Boolean).join('\n'));
  const { dialog } = toastStore.getSnapshot();
  if (dialog === null) return;
  const text = [dialog.title, dialog.text].filter(Boolean).join('\n');
  if (dialog.cancelText !== undefined) {
    toastStore.closeDialog(window.confirm(text));
  } else {
    window.alert(text);
    toastStore.closeDialog(true);
  }
}
