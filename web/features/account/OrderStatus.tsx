import { useTranslation } from 'react-i18next';
import { textLanguage } from '#web/i18n/format.ts';
import { usePageLanguage } from '#web/i18n/PageLanguage.tsx';
import styles from './OrdersSection.module.css';

/** Those our own REST service and the order of requirements.md 4 use; a host may have others. */
const known = ['Paid', 'Dispatched', 'Delivered'] as const;

/** How far an order is: in the host's own word where the shop has none in the page's language. */
export function OrderStatus({ status }: { status: string }) {
  const { t } = useTranslation('account');
  const language = usePageLanguage();
  const name = known.find((one) => one === status);
  const text = name === undefined ? status : t(`orders.statuses.${name}`);
  return (
    <span className={styles.status} lang={textLanguage(text, language)}>
      {text}
    </span>
  );
}
