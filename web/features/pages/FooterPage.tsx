import { useTranslation } from 'react-i18next';
import { ContactForm } from '#web/contact/ContactForm.tsx';
import { InformationLinks } from '#web/contact/InformationLinks.tsx';
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx';
import { PageMeta } from '#web/ui/page-head.tsx';
import styles from './pages.module.css';

/** The footer's links and contact form as a page of their own. */
export function Component() {
  const { t } = useTranslation('pages');
  return (
    <div className="container page">
      <PageMeta title={t('footer.title')} description={t('footer.description')} />
      <Breadcrumbs crumbs={[{ text: t('footer.title') }]} />
      <h1 className={styles.title}>{t('footer.title')}</h1>
      <div className={styles.columns}>
        <nav aria-labelledby="information-title">
          <h2 id="information-title" className={styles.subtitle}>
            {t('footer.links')}
          </h2>
          <InformationLinks />
        </nav>
        <section>
          <h2 className={styles.subtitle}>{t('contact.form')}</h2>
          <ContactForm />
        </section>
      </div>
    </div>
  );
}
