import { createToaster, Toast, Toaster } from '@chakra-ui/react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { textLanguage } from '#web/i18n/format.ts';
import { usePageLanguage } from '#web/i18n/PageLanguage.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { ChakraScope } from '#web/ui/theme/ChakraScope.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import styles from './toasts.module.css';
import { toastDurationMs, toastStore } from './toasts.ts';

/** Shows the notices that wait, and the open question. */
export function ToastList() {
  const { t } = useTranslation('ui');
  const language = usePageLanguage();
  const languageOf = (text: unknown) => (typeof text === 'string' ? textLanguage(text, language) : undefined);
  const [toaster] = useState(() => createToaster({ placement: 'bottom', pauseOnPageIdle: true, max: 4 }));
  const { waiting, question } = useSyncExternalStore(
    toastStore.subscribe,
    toastStore.state,
    toastStore.serverState,
  );
  useEffect(() => {
    if (waiting.length === 0) return;
    // Not within the same effects phase in which the toaster itself comes up: it would lose them.
    const timer = setTimeout(() => {
      for (const { kind, text, title, duration } of toastStore.take()) {
        toaster.create({
          type: kind,
          title: title ?? text,
          duration: duration ?? toastDurationMs,
          ...(title === undefined ? {} : { description: text }),
        });
      }
    });
    return () => clearTimeout(timer);
  }, [waiting, toaster]);
  return (
    <ChakraScope>
      {/* By itself it has an English name, with the key that leads to it. */}
      <Toaster toaster={toaster} aria-label={t('toasts.region')} insetInline={{ mdDown: '4' }}>
        {(toast) => (
          <Toast.Root width={{ base: 'full', md: 'md' }} className={styles.toast}>
            <div className={styles.words}>
              <Toast.Title className={styles.title} lang={languageOf(toast.title)}>
                {toast.title}
              </Toast.Title>
              {toast.description !== undefined && (
                <Toast.Description lang={languageOf(toast.description)}>
                  {toast.description}
                </Toast.Description>
              )}
            </div>
            <Toast.CloseTrigger className={styles.close} aria-label={t('toasts.close')}>
              <Icon name="close" size={18} />
            </Toast.CloseTrigger>
          </Toast.Root>
        )}
      </Toaster>
      <ConfirmDialog question={question} onAnswer={toastStore.answer} />
    </ChakraScope>
  );
}
