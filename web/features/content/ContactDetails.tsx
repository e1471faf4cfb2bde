import { detectTextLanguage } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { useShop } from '#web/shop/shop.ts';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './ContactDetails.module.css';

/** The shop's postal address, phone number and e-mail address. */
export function ContactDetails() {
  const { t, language } = useTranslation('shell');
  const shop = useShop();
  const { street, city, pincode, state, country } = shop.address;
  return (
    <address className={styles.details}>
      <p className={styles.line}>
        <Icon name="place" size={20} />
        <span lang={detectTextLanguage(shop.legalName, language)}>
          <strong>{shop.legalName}</strong>
          <br />
          {street}
          <br />
          {city} {pincode}
          <br />
          {state}, {country}
        </span>
      </p>
      <p className={styles.line}>
        <Icon name="phone" size={20} />
        <span className="visually-hidden">{t('footer.telephone')}</span>
        <a href={`tel:${shop.telephone.replaceAll(' ', '')}`}>{shop.telephone}</a>
      </p>
      <p className={styles.line}>
        <Icon name="mail" size={20} />
        <span className="visually-hidden">{t('footer.email')}</span>
        <a href={`mailto:${shop.email}`}>{shop.email}</a>
      </p>
    </address>
  );
}
