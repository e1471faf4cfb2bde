import { Flex } from '@chakra-ui/react';
import { useLocation } from 'react-router-dom';
import { createLoginState, loginPath } from '#web/auth/return-path.ts';
import { useSession, useSessionSettled } from '#web/auth/session.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { PageMeta } from '#web/routing/page-head.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/form/buttons.tsx';
import { ChakraPage } from '#web/ui/theme/ChakraScope.tsx';
import { Profile, ProfileSkeleton } from './Profile.tsx';

/** The account page (requirements.md 2.9). Visitors see links to the login and the registration. */
export function Component() {
  const { t } = useTranslation('account');
  const session = useSession();
  const settled = useSessionSettled();
  return (
    <ChakraPage>
      <PageMeta title={t('profile.title')} noIndex />
      {/* The key discards forms that another shopper filled in. */}
      {session !== null ? <Profile key={session.userId} /> : settled ? <LoginPrompt /> : <ProfileSkeleton />}
    </ChakraPage>
  );
}

function LoginPrompt() {
  const { t } = useTranslation('account');
  const state = createLoginState(useLocation());
  return (
    <EmptyState icon="person" level={1} title={t('profile.prompt')} text={t('profile.promptText')}>
      <Flex wrap="wrap" justify="center" gap="3">
        <LinkButton to={loginPath} replace state={state} variant="solid">
          {t('profile.login')}
        </LinkButton>
        <LinkButton to="/registeration" replace state={state}>
          {t('profile.createAccount')}
        </LinkButton>
      </Flex>
    </EmptyState>
  );
}
