import { Button, Card, Grid } from '@chakra-ui/react';
import { useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { LoginForm } from '#web/auth/LoginForm.tsx';
import { useReturnLocation } from '#web/auth/return-path.ts';
import { useSession } from '#web/auth/session.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { PageMeta } from '#web/routing/page-head.tsx';
import { useDialog } from '#web/ui/dialog/use-dialog.ts';
import { LinkButton } from '#web/ui/form/buttons.tsx';
import { ChakraPage } from '#web/ui/theme/ChakraScope.tsx';
import { readLoginContact } from './login-contact.ts';
import { loadResetDialog } from './reset-dialog.ts';

/** The login page (requirements.md 2.7). Redirects signed-in shoppers to their return URL. */
export function Component() {
  const { t } = useTranslation('account');
  const location = useLocation();
  const { path, state } = useReturnLocation();
  const session = useSession();
  const { Dialog, dialogProps, openerProps } = useDialog(loadResetDialog);
  const [resetCount, setResetCount] = useState(0);
  if (session !== null) return <Navigate to={path} state={state} replace />;
  return (
    <ChakraPage>
      <PageMeta title={t('login.title')} noIndex />
      <Card.Root
        gridTemplateColumns={{ md: '1.2fr 1fr' }}
        maxWidth="56rem"
        marginInline="auto"
        marginBlock={{ md: 'clamp(0rem, 4vh, 3rem)' }}
        overflow="hidden"
        boxShadow="xs"
      >
        <Grid asChild alignContent="center" gap="6" padding="clamp(1.5rem, 5vw, 3.5rem)">
          <section aria-labelledby="login-title">
            <h1 id="login-title">{t('login.title')}</h1>
            <LoginForm
              // Remounts the form after a reset: the old password and its error no longer apply.
              key={resetCount}
              // After a reset, the form shows the number that was entered in the reset dialog.
              contact={resetCount === 0 ? readLoginContact(location.state) : undefined}
              forgotPassword={
                <Button variant="plain" justifySelf="start" {...openerProps}>
                  {t('login.forgot')}
                </Button>
              }
            />
          </section>
        </Grid>
        <Grid
          asChild
          alignContent="center"
          justifyItems="center"
          gap="4"
          padding="clamp(2rem, 5vw, 3.5rem) clamp(1.5rem, 4vw, 3rem)"
          background="accent.subtle"
          textAlign="center"
        >
          <aside>
            <h2>{t('login.hello')}</h2>
            <p>{t('login.invitation')}</p>
            {/* Passes the return URL on to the registration. */}
            <LinkButton
              to="/registeration"
              state={location.state}
              marginBlockStart="2"
              borderColor="accent.fg"
              color="accent.fg"
            >
              {t('login.signUp')}
            </LinkButton>
          </aside>
        </Grid>
      </Card.Root>
      {Dialog !== null && <Dialog {...dialogProps} onDone={() => setResetCount(resetCount + 1)} />}
    </ChakraPage>
  );
}
