import { useTranslation } from '#web/i18n/translation.tsx';
import { InformationPage } from './InformationPage.tsx';
import {
  aboutText,
  paymentText,
  privacyText,
  refundText,
  returnsText,
  shippingText,
  termsText,
} from './information-texts.ts';

export function About() {
  const { t } = useTranslation('content');
  return (
    <InformationPage title={t('about.title')} description={t('about.description')} sections={aboutText} />
  );
}

export function PrivacyPolicy() {
  const { t } = useTranslation('content');
  return (
    <InformationPage
      title={t('privacy.title')}
      description={t('privacy.description')}
      sections={privacyText}
    />
  );
}

export function Terms() {
  const { t } = useTranslation('content');
  return (
    <InformationPage title={t('terms.title')} description={t('terms.description')} sections={termsText} />
  );
}

export function RefundPolicy() {
  const { t } = useTranslation('content');
  return (
    <InformationPage title={t('refund.title')} description={t('refund.description')} sections={refundText} />
  );
}

export function Payment() {
  const { t } = useTranslation('content');
  return (
    <InformationPage
      title={t('payment.title')}
      description={t('payment.description')}
      sections={paymentText}
    />
  );
}

export function ReturnPolicy() {
  const { t } = useTranslation('content');
  return (
    <InformationPage
      title={t('returns.title')}
      description={t('returns.description')}
      sections={returnsText}
    />
  );
}

export function Shipping() {
  const { t } = useTranslation('content');
  return (
    <InformationPage
      title={t('shipping.title')}
      description={t('shipping.description')}
      sections={shippingText}
    />
  );
}
