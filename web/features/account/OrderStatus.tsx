import { useTranslation } from 'react-i18next';
import { textLanguage } from '#web/i18n/format.ts';
import { usePageLanguage } from '#web/i18n/PageLanguage.tsx';
import styles from './OrdersSection.module.css';

/** The statuses of our own REST service and of requirements.md 4. Other REST hosts may use more. */
const knownStatuses = ['Paid', 'Dispatched', 'Delivered'] as const;

/** The status of an order. A status without a translation is shown as the REST host returned it. */
export function OrderStatus({ status }: { status: string }) {
  const { t } = useTranslation('account');
  const language = usePageLanguage();
  const name = knownStatuses.find((known) => known === status);
  const text = name === undefined ? status : t(`orders.statuses.${name}`);
  return (
    <span className={styles.status} lang={textLanguage(text, language)}>
      {text}
    </span>
  );
}
