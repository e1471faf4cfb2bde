import { Grid, Text } from '@chakra-ui/react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { loginPath, useReturnLocation } from '#web/auth/return-path.ts';
import { useSession } from '#web/auth/session.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { PageMeta } from '#web/routing/page-head.tsx';
import { ChakraPage } from '#web/ui/theme/ChakraScope.tsx';
import { RegistrationForm } from './RegistrationForm.tsx';

/** The registration page (requirements.md 2.8). Redirects signed-in shoppers to their return URL. */
export function Component() {
  const { t } = useTranslation('account');
  const { state } = useLocation();
  const returnTo = useReturnLocation();
  const session = useSession();
  if (session !== null) return <Navigate to={returnTo.path} state={returnTo.state} replace />;
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
