import { formatWeekday } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { type OpeningHours, useShop, weekdays } from '#web/shop/shop.ts';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './ContactDetails.module.css';

/** The shop's map, opening hours and WhatsApp account, if its settings contain them. */
export function VisitDetails() {
  const { t, language } = useTranslation('content');
  const { mapUrl, openingHours, whatsapp } = useShop();
  const formatDays = ({ from, to }: OpeningHours) =>
    [...new Set([from, to])].map((day) => formatWeekday(weekdays.indexOf(day), language)).join('–');
  return (
    <div className={styles.details}>
      {mapUrl !== undefined && (
        <p className={styles.line}>
          <Icon name="place" size={20} />
          <a href={mapUrl} target="_blank" rel="noreferrer">
            {t('contact.map')}
          </a>
        </p>
      )}
      {whatsapp !== undefined && (
        <p className={styles.line}>
          <Icon name="chat" size={20} />
          <a href={`https://wa.me/${whatsapp.replaceAll(/\D/g, '')}`} target="_blank" rel="noreferrer">
            {t('contact.whatsapp', { number: whatsapp })}
          </a>
        </p>
      )}
      {openingHours.length > 0 && (
        <div className={styles.line}>
          <Icon name="clock" size={20} />
          <div>
            <h3 className={styles.hoursTitle}>{t('contact.hours')}</h3>
            <dl className={styles.hours}>
              {openingHours.map((hours) => (
                <div key={`${hours.from} ${hours.opens}`} className={styles.day}>
                  <dt>{formatDays(hours)}</dt>
                  <dd>
                    {hours.opens}–{hours.closes}
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        </div>
      )}
    </div>
  );
}
