import type { ReactNode } from 'react';
import { ContactDetails } from '#web/features/content/ContactDetails.tsx';
import { InformationLinks } from '#web/features/content/InformationLinks.tsx';
import { useTranslation } from '#web/i18n/translation.tsx';
import { useShop, useShopCity } from '#web/shop/shop.ts';
import { useMediaQuery } from '#web/ui/hooks/use-media-query.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { breakpoints } from '#web/ui/theme/breakpoints.ts';
import styles from './Footer.module.css';
import { FooterContactForm } from './FooterContactForm.tsx';
import { LanguageForm } from './LanguageSwitch.tsx';

const badges = [
  { key: 'delivery', icon: 'truck' },
  { key: 'payment', icon: 'lock' },
  { key: 'support', icon: 'headset' },
] as const;

interface FooterProps {
  /** Whether the footer contains a contact form. */
  hasContactForm: boolean;
}

/** The footer of every page. */
export function Footer({ hasContactForm }: FooterProps) {
  const { t, language } = useTranslation('shell');
  const shop = useShop();
  const { city, hasFreeDelivery } = useShopCity(language);
  return (
    <footer className={styles.footer}>
      <section className="container" aria-label={t('footer.service')}>
        <ul className={styles.badges}>
          {badges.map(({ key, icon }) => (
            <li key={key} className={styles.badge}>
              <Icon name={icon} size={32} />
              <div>
                <p className={styles.badgeTitle}>{t(`footer.${key}`)}</p>
                <p className={`muted ${styles.badgeText}`}>
                  {key === 'delivery' && hasFreeDelivery
                    ? t('footer.freeDeliveryText', { city })
                    : t(`footer.${key}Text`)}
                </p>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <div className={`container ${styles.columns}`}>
        {hasContactForm && (
          <FooterSection title={t('footer.contactTitle')} className={styles.contact}>
            <p className={`muted ${styles.intro}`}>{t('footer.contactText')}</p>
            <FooterContactForm />
          </FooterSection>
        )}
        <FooterSection title={t('footer.linksTitle')}>
          <nav aria-label={t('footer.linksTitle')}>
            <InformationLinks />
          </nav>
        </FooterSection>
        <FooterSection title={t('footer.detailsTitle')}>
          <ContactDetails />
          {shop.social.length > 0 && (
            <>
              <h3 className={styles.subtitle}>{t('footer.social')}</h3>
              <ul className={styles.social}>
                {shop.social.map(({ name, url }) => (
                  <li key={name}>
                    <a href={url} className="link" rel="noopener noreferrer" target="_blank">
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            </>
          )}
          <h3 className={styles.subtitle}>{t('language.label')}</h3>
          <div className={styles.languages}>
            <LanguageForm inline />
          </div>
        </FooterSection>
      </div>
      <p className={`container muted ${styles.credit}`}>
        {t('footer.credit', { name: shop.legalName, city })}
      </p>
    </footer>
  );
}

interface FooterSectionProps {
  title: string;
  className?: string | undefined;
  children: ReactNode;
}

/** On small screens, only the title is shown until it is pressed; wider ones always show the whole section. */
function FooterSection({ title, className = '', children }: FooterSectionProps) {
  const isWide = useMediaQuery(`(min-width: ${breakpoints.md})`);
  return (
    <details className={`${styles.section} ${className}`} open={isWide}>
      <summary className={styles.summary} tabIndex={isWide ? -1 : undefined}>
        <h2 className={styles.sectionTitle}>{title}</h2>
      </summary>
      {children}
    </details>
  );
}
