import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { toastStore } from './toasts.ts';

/**
 * Shows toasts and confirmation dialogs. Rendered once, in the layout. The component that displays them is
 * loaded when the browser is idle and mounted when the first one is shown.
 */
export function ToastHost() {
  const { pending, dialog } = useSyncExternalStore(
    toastStore.subscribe,
    toastStore.state,
    toastStore.serverState,
  );
  const needed = pending.length > 0 || dialog !== null;
  const [Display, setDisplay] = useState<ComponentType | null>(null);
  useEffect(() => {
    // Not every browser supports it. Those load the component on first use.
    if (window.requestIdleCallback === undefined) return;
    const idle = window.requestIdleCallback(() => void import('./ToastList.tsx').catch(() => undefined));
    return () => window.cancelIdleCallback(idle);
  }, []);
  useEffect(() => {
    if (!needed || Display !== null) return;
    import('./ToastList.tsx').then(
      ({ ToastList }) => setDisplay(() => ToastList),
      () => showNativeDialogs(),
    );
  }, [needed, Display]);
  return Display === null ? null : <Display />;
}

/** Falls back to the browser's own dialogs if the component cannot be loaded, for example while offline. */
function showNativeDialogs(): void {
  for (const { title, text } of toastStore.take()) window.alert([title, text].filter(Boolean).join('\n'));
  const { dialog } = toastStore.state();
  if (dialog === null) return;
  const text = [dialog.title, dialog.text].filter(Boolean).join('\n');
  if (dialog.cancelText !== undefined) {
    toastStore.closeDialog(window.confirm(text));
  } else {
    window.alert(text);
    toastStore.closeDialog(true);
  }
}
