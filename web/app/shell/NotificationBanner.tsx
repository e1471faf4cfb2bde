import { useState } from 'react';
import { chooseText, findTranslation } from '#web/i18n/content-text.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './NotificationBanner.module.css';
import { useNotificationsQuery } from './Notifications.generated.ts';

/** Today's notifications, one at a time. Renders nothing when there are none. */
export function NotificationBanner() {
  const { t, language } = useTranslation('shell');
  const notifications = useNotificationsQuery().data?.notifications ?? [];
  const [index, setIndex] = useState(0);
  const texts = notifications.map(({ id, text, translations }) => ({
    id,
    ...chooseText(text, findTranslation(translations, language)?.text),
  }));
  const current = texts[index % Math.max(texts.length, 1)];
  if (current === undefined) return null;
  const move = (step: number) => setIndex((index + step + notifications.length) % notifications.length);
  return (
    <section className={styles.banner} aria-label={t('notifications.label')}>
      {notifications.length > 1 && (
        <button type="button" aria-label={t('notifications.previous')} onClick={() => move(-1)}>
          <Icon name="previous" size={18} />
        </button>
      )}
      <div className={styles.texts}>
        <p aria-live="polite" lang={current.lang}>
          {current.text}
        </p>
        {/* These invisible copies give the banner the height of the longest text. */}
        {texts.map(({ id, text, lang }) => (
          <span key={id} data-text={text} lang={lang} />
        ))}
      </div>
      {notifications.length > 1 && (
        <button type="button" aria-label={t('notifications.next')} onClick={() => move(1)}>
          <Icon name="next" size={18} />
        </button>
      )}
    </section>
  );
}
