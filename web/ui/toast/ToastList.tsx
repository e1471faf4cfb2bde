import { createToaster, Portal, Toast, Toaster } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { detectTextLanguage } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { useStore } from '#web/store.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { ChakraScope } from '#web/ui/theme/ChakraScope.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import styles from './toasts.module.css';
import { toastDurationMs, toastStore } from './toasts.ts';

/** Shows the pending toasts and the open dialog. */
export function ToastList() {
  const { t, language } = useTranslation('ui');
  const getLanguage = (text: unknown) =>
    typeof text === 'string' ? detectTextLanguage(text, language) : undefined;
  const [toaster] = useState(() => createToaster({ placement: 'bottom', pauseOnPageIdle: true, max: 4 }));
  const { pending, dialog } = useStore(toastStore);
  // The element that had the focus before the toaster. The toaster returns the focus to it on blur, but React fires no
  // blur event for an element that it removes.
  const focusBefore = useRef<HTMLElement>(null);
  useEffect(() => {
    if (pending.length === 0) return;
    // The toaster drops toasts created in the effects phase that mounts it.
    const timer = setTimeout(() => {
      for (const { kind, text, title, durationMs, action } of toastStore.takePending()) {
        const id = toaster.create({
          type: kind,
          title: title ?? text,
          duration: durationMs ?? toastDurationMs,
          ...(title === undefined ? {} : { description: text }),
          ...(action === undefined ? {} : { action }),
          onStatusChange: ({ status }) => {
            const hasFocus = document.activeElement?.closest(`[data-toast="${id}"]`) != null;
            // A toast that fades out can still get the focus before it is removed.
            if (status !== 'visible' && hasFocus) focusBefore.current?.focus({ preventScroll: true });
          },
        });
      }
    });
    return () => clearTimeout(timer);
  }, [pending, toaster]);
  return (
    <ChakraScope>
      {/* A dialog hides its siblings in the body from screen readers, except live regions like the toaster. */}
      <Portal>
        {/* The default label is in English. Like it, this one names the keyboard shortcut. */}
        <Toaster
          toaster={toaster}
          aria-label={t('toasts.region')}
          insetInline={{ mdDown: '4' }}
          onFocus={({ currentTarget, relatedTarget }) => {
            if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) {
              focusBefore.current = relatedTarget;
            }
          }}
        >
          {(toast) => (
            <Toast.Root data-toast={toast.id} width={{ base: 'full', md: 'md' }} className={styles.toast}>
              <div className={styles.text}>
                <Toast.Title className={styles.title} lang={getLanguage(toast.title)}>
                  {toast.title}
                </Toast.Title>
                {toast.description !== undefined && (
                  <Toast.Description lang={getLanguage(toast.description)}>
                    {toast.description}
                  </Toast.Description>
                )}
              </div>
              {toast.action !== undefined && (
                <Toast.ActionTrigger className={styles.action}>{toast.action.label}</Toast.ActionTrigger>
              )}
              <Toast.CloseTrigger className={styles.close} aria-label={t('toasts.close')}>
                <Icon name="close" size={18} />
              </Toast.CloseTrigger>
            </Toast.Root>
          )}
        </Toaster>
      </Portal>
      <ConfirmDialog dialog={dialog} onClose={toastStore.closeDialog} />
    </ChakraScope>
  );
}
