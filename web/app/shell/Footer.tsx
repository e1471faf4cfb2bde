import { useLocation } from 'react-router-dom';
import { ContactDetails } from '#web/features/content/ContactDetails.tsx';
import { InformationLinks } from '#web/features/content/InformationLinks.tsx';
import { useTranslation } from '#web/i18n/translation.tsx';
import { shop } from '#web/shop/shop.ts';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './Footer.module.css';
import { FooterContactForm } from './FooterContactForm.tsx';
import { LanguageForm } from './LanguageForm.tsx';

const badges = [
  { key: 'delivery', icon: 'truck' },
  { key: 'payment', icon: 'lock' },
  { key: 'support', icon: 'headset' },
] as const;

/** Pages whose content already includes the contact form. */
const pagesWithContactForm = ['/contactus', '/footer'];

/** The footer of every page. */
export function Footer() {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  return (
    <footer className={styles.footer}>
      <section className="container" aria-label={t('footer.service')}>
        <ul className={styles.badges}>
          {badges.map(({ key, icon }) => (
            <li key={key} className={styles.badge}>
              <Icon name={icon} size={32} />
              <div>
                <p className={styles.badgeTitle}>{t(`footer.${key}`)}</p>
                <p className="muted">{t(`footer.${key}Text`)}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <div className={`container ${styles.columns}`}>
        {!pagesWithContactForm.includes(pathname) && (
          <section className={styles.contact}>
            <h2 className={styles.title}>{t('footer.contactTitle')}</h2>
            <p className={`muted ${styles.intro}`}>{t('footer.contactText')}</p>
            <FooterContactForm />
          </section>
        )}
        <nav id="site-links" aria-labelledby="site-links-title">
          <h2 id="site-links-title" className={styles.title}>
            {t('footer.linksTitle')}
          </h2>
          <InformationLinks />
        </nav>
        <section>
          <h2 className={styles.title}>{t('footer.detailsTitle')}</h2>
          <ContactDetails />
          <h3 className={styles.socialTitle}>{t('footer.social')}</h3>
          <ul className={styles.social}>
            {shop.social.map(({ name, url }) => (
              <li key={name}>
                <a href={url} className="link" rel="noopener noreferrer" target="_blank">
                  {name}
                </a>
              </li>
            ))}
          </ul>
          <h3 className={styles.socialTitle}>{t('language.label')}</h3>
          <LanguageForm inline />
        </section>
      </div>
      <p className={`container muted ${styles.credit}`}>{t('footer.credit', { name: shop.legalName })}</p>
    </footer>
  );
}
