import { Grid, Text } from '@chakra-ui/react';
import { Link, useLocation } from 'react-router-dom';
import { loginPath } from '#web/auth/return-path.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { PageMeta } from '#web/routing/page-head.tsx';
import { ChakraPage } from '#web/ui/theme/ChakraScope.tsx';
import { RegistrationForm } from './RegistrationForm.tsx';

/** The registration page (requirements.md 2.8). */
export function Component() {
  const { t } = useTranslation('account');
  const { state } = useLocation();
  return (
    <ChakraPage>
      <PageMeta title={t('registration.title')} noIndex />
      <Grid gap="2" maxWidth="52rem" marginInline="auto">
        <h1>{t('registration.title')}</h1>
        <Text color="fg.muted">
          {t('registration.intro')}{' '}
          <Link to={loginPath} state={state} className="link">
            {t('registration.login')}
          </Link>
        </Text>
        <RegistrationForm />
      </Grid>
    </ChakraPage>
  );
}
