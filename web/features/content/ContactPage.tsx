import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { parseEnquiry } from '#web/catalogue/enquiry.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { PageMeta } from '#web/routing/page-head.tsx';
import { useShopCity } from '#web/shop/shop.ts';
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx';
import { ContactDetails } from './ContactDetails.tsx';
import { ContactForm } from './ContactForm.tsx';
import styles from './pages.module.css';
import { VisitDetails } from './VisitDetails.tsx';

/** Contact details and the contact form (requirements.md 2.14), which a link can fill in for a book or an order. */
export function Component() {
  const { t, language } = useTranslation('content');
  const { t: tUi } = useTranslation('ui');
  const { city } = useShopCity(language);
  const navigate = useNavigate();
  const { key } = useLocation();
  const [parameters] = useSearchParams();
  const enquiry = parseEnquiry(parameters);
  const leave = () => {
    // Go back only if the page was opened from another page of the shop.
    if (key !== 'default') void navigate(-1);
  };
  return (
    <div className="container page">
      <PageMeta
        title={t('contact.title')}
        description={t('contact.description', { city })}
        noIndex={enquiry !== undefined}
      />
      <Breadcrumbs crumbs={[{ text: t('contact.title') }]} />
      <h1 className={styles.title}>{t('contact.title')}</h1>
      <div className={styles.columns}>
        <section>
          <h2 className={styles.subtitle}>{t('contact.registered')}</h2>
          <div className={styles.details}>
            <ContactDetails />
            <VisitDetails />
          </div>
        </section>
        <section className="no-print">
          <h2 className={styles.subtitle}>
            {enquiry === undefined ? t('contact.form') : tUi(`enquiry.${enquiry.topic}`)}
          </h2>
          <p className={`muted ${styles.intro}`}>{t('contact.formText')}</p>
          <ContactForm
            key={parameters.toString()}
            enquiry={enquiry}
            orderNumber={parameters.get('order')}
            onSent={leave}
          />
        </section>
      </div>
    </div>
  );
}
