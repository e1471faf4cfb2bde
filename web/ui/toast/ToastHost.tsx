import { type ComponentType, useEffect, useState } from 'react';
import { useStore } from '#web/store.ts';
import { type ConfirmOptions, toastStore } from './toasts.ts';

const inputEvents = ['pointermove', 'pointerdown', 'keydown'] as const;

/**
 * Shows toasts and confirmation dialogs. Rendered once, in the layout. The component that displays them is built with
 * Chakra UI, so it is mounted only with the first toast or dialog. It is loaded then, or already at the first input.
 */
export function ToastHost() {
  const { pending, dialog } = useStore(toastStore);
  const isNeeded = pending.length > 0 || dialog !== null;
  const [Display, setDisplay] = useState<ComponentType | null>(null);
  useEffect(() => {
    const preload = () => void import('./ToastList.tsx').catch(() => undefined);
    for (const type of inputEvents) window.addEventListener(type, preload, { once: true, passive: true });
    return () => {
      for (const type of inputEvents) window.removeEventListener(type, preload);
    };
  }, []);
  useEffect(() => {
    if (!isNeeded || Display !== null) return;
    import('./ToastList.tsx').then(
      ({ ToastList }) => setDisplay(() => ToastList),
      () => showNativeDialogs(),
    );
  }, [isNeeded, Display]);
  return Display === null ? null : <Display />;
}

/** Falls back to the browser's own dialogs if the component cannot be loaded, for example while offline. */
function showNativeDialogs(): void {
  for (const { title, text } of toastStore.takePending())
    window.alert([title, text].filter(Boolean).join('\n'));
  let { dialog } = toastStore.get();
  while (dialog !== null) {
    toastStore.closeDialog(showNativeDialog(dialog));
    ({ dialog } = toastStore.get());
  }
}

/** Returns whether the shopper has confirmed. */
function showNativeDialog({ title, text, cancelText }: ConfirmOptions): boolean {
  const message = [title, text].filter(Boolean).join('\n');
  if (cancelText !== undefined) return window.confirm(message);
  window.alert(message);
  return true;
}
