import { Link } from 'react-router-dom';
import { LanguageLinks } from '#web/catalogue/LanguageLinks.tsx';
import { useTranslation } from '#web/i18n/translation.tsx';
import styles from './InformationLinks.module.css';

const links = [
  { key: 'nav.books', to: '/product' },
  { key: 'nav.categories', to: '/category' },
  { key: 'nav.authors', to: '/author' },
  { key: 'nav.publishers', to: '/publisher' },
  { key: 'nav.contact', to: '/contactus' },
  { key: 'footer.about', to: '/aboutus' },
  { key: 'footer.privacy', to: '/privacy-policy' },
  { key: 'footer.terms', to: '/terms-and-conditions' },
  { key: 'footer.paymentInfo', to: '/payment-info' },
  { key: 'footer.shipping', to: '/shipping-info' },
  { key: 'footer.returns', to: '/return-policy' },
  { key: 'footer.faq', to: '/faq' },
  { key: 'footer.refund', to: '/refund-policy' },
] as const;

/** Links to the lists of books and collections, the information pages and the languages of the books. */
export function InformationLinks() {
  const { t } = useTranslation('shell');
  return (
    <>
      <ul className={styles.links}>
        {links.map(({ key, to }) => (
          <li key={key}>
            <Link to={to}>{t(key)}</Link>
          </li>
        ))}
      </ul>
      <h3 className={styles.subtitle}>{t('nav.booksByLanguage')}</h3>
      <LanguageLinks className={styles.languages} linkClassName={styles.language} />
    </>
  );
}
