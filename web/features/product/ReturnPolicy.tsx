import { Link } from 'react-router-dom';
import { useTranslation } from '#web/i18n/translation.tsx';
import { useShop } from '#web/shop/shop.ts';

/** Says within how many days a book can be returned, with a link to the policy. */
export function ReturnPolicy() {
  const { t } = useTranslation('product');
  const { policies } = useShop();
  return (
    <p className="muted">
      {t('returns', { days: policies.returnDays })}{' '}
      <Link to="/return-policy" className="link">
        {t('returnPolicy')}
      </Link>
    </p>
  );
}
