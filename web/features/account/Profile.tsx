import { Box, Button, Grid, Heading, Tabs } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useLogOut } from '#web/auth/use-log-out.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { useMediaQuery } from '#web/ui/hooks/use-media-query.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { QueryFallback } from '#web/ui/QueryFallback.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { breakpoints } from '#web/ui/theme/breakpoints.ts';
import { PlaceholderHeading } from '#web/ui/theme/PlaceholderHeading.tsx';
import { useAccountQuery } from './Account.generated.ts';
import { AddressesSection } from './AddressesSection.tsx';
import { ChangePasswordButton } from './ChangePasswordButton.tsx';
import { EditProfileForm } from './EditProfileForm.tsx';
import { OrdersSection } from './OrdersSection.tsx';

const sections = [
  { name: 'addresses', icon: 'place' },
  { name: 'orders', icon: 'box' },
  { name: 'edit', icon: 'person' },
] as const;

const greetingStyle = { marginBlockEnd: '6', overflowWrap: 'anywhere' } as const;

const layout = {
  alignItems: 'start',
  gap: { base: '8', md: 'clamp(2rem, 4vw, 4rem)' },
  gridTemplateColumns: { md: '14rem 1fr' },
} as const;

const sectionLayout = { gap: '5', minWidth: '0' } as const;

/** The signed-in shopper's account: the menu, and the section that the URL selects. */
export function Profile() {
  const { t } = useTranslation('account');
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const isWide = useMediaQuery(`(width >= ${breakpoints.md})`);
  const query = useAccountQuery();
  const user = query.data?.user;
  const section = sections.find(({ name }) => name === parameters.get('section'))?.name ?? 'orders';
  // The query is loading or has failed, or the session has just ended.
  if (user == null) {
    return (
      <QueryFallback
        query={query}
        skeleton={<ProfileSkeleton />}
        errorMessage={t('profile.failed')}
        heading={t('profile.title')}
      />
    );
  }
  return (
    <>
      <Heading as="h1" {...greetingStyle}>
        {t('profile.greeting', { name: user.username })}
      </Heading>
      <Grid {...layout} asChild>
        <Tabs.Root
          orientation={isWide ? 'vertical' : 'horizontal'}
          // The arrow keys only move the focus, because opening a section adds a history entry.
          activationMode="manual"
          value={section}
          onValueChange={({ value }) => void navigate(`/profile?section=${value}`)}
          lazyMount
          unmountOnExit
        >
          <ProfileMenu />
          <Section name="addresses">
            <AddressesSection {...user} />
          </Section>
          <Section name="orders">
            <OrdersSection />
          </Section>
          <Section name="edit">
            <EditProfileForm account={user} />
            <ChangePasswordButton contact={user.contact} />
          </Section>
        </Tabs.Root>
      </Grid>
    </>
  );
}

function Section({ name, children }: { name: (typeof sections)[number]['name']; children: ReactNode }) {
  const { t } = useTranslation('account');
  return (
    <Grid {...sectionLayout} asChild>
      <Tabs.Content value={name}>
        <Heading as="h2" id="profile-section" tabIndex={-1} outline="none">
          {t(`profile.${name}`)}
        </Heading>
        {children}
      </Tabs.Content>
    </Grid>
  );
}

function ProfileMenu() {
  const { t } = useTranslation('account');
  const logOut = useLogOut();
  return (
    <Grid gap={{ base: '3', md: '5' }} position={{ md: 'sticky' }} insetBlockStart="6rem">
      <Tabs.List aria-label={t('profile.menu')}>
        {sections.map(({ name, icon }) => (
          <Tabs.Trigger key={name} value={name}>
            <Icon name={icon} size={20} />
            {t(`profile.${name}`)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Button
        size="sm"
        justifySelf={{ base: 'end', md: 'start' }}
        marginInlineStart={{ md: '3.5' }}
        onClick={() => void logOut()}
      >
        {t('profile.logOut')}
      </Button>
    </Grid>
  );
}

/** The placeholder of the account while it is loading. */
export function ProfileSkeleton() {
  const { t } = useTranslation('account');
  return (
    <div aria-busy="true">
      <PlaceholderHeading className="visually-hidden">{t('profile.title')}</PlaceholderHeading>
      <Box {...greetingStyle}>
        <Skeleton height="2.75rem" width="min(100%, 18rem)" />
      </Box>
      <Grid {...layout}>
        <Skeleton height="11rem" />
        <Grid {...sectionLayout}>
          <Skeleton height="2.25rem" width="12rem" />
          <Skeleton height="14rem" />
        </Grid>
      </Grid>
    </div>
  );
}
