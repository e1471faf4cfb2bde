import { useTranslation } from '#web/i18n/translation.tsx';
import { PageMeta } from '#web/routing/page-head.tsx';
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx';
import { ContactForm } from './ContactForm.tsx';
import { InformationLinks } from './InformationLinks.tsx';
import styles from './pages.module.css';

/** The links and the contact form of the footer, as a page (`/footer`). */
export function Component() {
  const { t } = useTranslation('content');
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
