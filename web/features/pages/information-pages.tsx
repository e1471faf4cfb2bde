import { useTranslation } from 'react-i18next';
import { InformationPage } from './InformationPage.tsx';
import { shopWords } from './shop-words.ts';

export function About() {
  const { t } = useTranslation('pages');
  return (
    <InformationPage
      title={t('about.title')}
      description={t('about.description')}
      sections={t('about.sections', { returnObjects: true, ...shopWords })}
    />
  );
}

export function PrivacyPolicy() {
  const { t } = useTranslation('pages');
  return (
    <InformationPage
      title={t('privacy.title')}
      description={t('privacy.description')}
      sections={t('privacy.sections', { returnObjects: true, ...shopWords })}
    />
  );
}

export function Terms() {
  const { t } = useTranslation('pages');
  return (
    <InformationPage
      title={t('terms.title')}
      description={t('terms.description')}
      sections={t('terms.sections', { returnObjects: true, ...shopWords })}
    />
  );
}

export function RefundPolicy() {
  const { t } = useTranslation('pages');
  return (
    <InformationPage
      title={t('refund.title')}
      description={t('refund.description')}
      sections={t('refund.sections', { returnObjects: true, ...shopWords })}
    />
  );
}

export function Payment() {
  const { t } = useTranslation('pages');
  return (
    <InformationPage
      title={t('payment.title')}
      description={t('payment.description')}
      sections={t('payment.sections', { returnObjects: true, ...shopWords })}
    />
  );
}

export function ReturnPolicy() {
  const { t } = useTranslation('pages');
  return (
    <InformationPage
      title={t('returns.title')}
      description={t('returns.description')}
      sections={t('returns.sections', { returnObjects: true, ...shopWords })}
    />
  );
}

export function Shipping() {
  const { t } = useTranslation('pages');
  return (
    <InformationPage
      title={t('shipping.title')}
      description={t('shipping.description')}
      sections={t('shipping.sections', { returnObjects: true, ...shopWords })}
    />
  );
}
