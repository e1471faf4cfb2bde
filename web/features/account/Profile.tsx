import { Box, Button, Grid, Heading } from '@chakra-ui/react';
import { Link, useSearchParams } from 'react-router-dom';
import { useLogout } from '#web/auth/use-logout.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { QueryFallback } from '#web/ui/QueryFallback.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { type AccountQuery, useAccountQuery } from './Account.generated.ts';
import { AddressesSection } from './AddressesSection.tsx';
import { EditProfileForm } from './EditProfileForm.tsx';
import { OrdersSection } from './OrdersSection.tsx';

export type Account = NonNullable<AccountQuery['user']>;

const sections = [
  { name: 'addresses', icon: 'place' },
  { name: 'orders', icon: 'box' },
  { name: 'edit', icon: 'person' },
] as const;

const greeting = { marginBlockEnd: '6', overflowWrap: 'anywhere' } as const;

const layout = {
  alignItems: 'start',
  gap: { base: '8', md: 'clamp(2rem, 4vw, 4rem)' },
  gridTemplateColumns: { md: '14rem 1fr' },
} as const;

const sectionLayout = { gap: '5', minWidth: '0' } as const;

/** An icon above its text, underlined while current; from `md` beside its text, with a line at the side. */
const menuEntry = {
  display: { base: 'grid', md: 'flex' },
  justifyItems: 'center',
  alignItems: { md: 'center' },
  gap: { base: '1', md: '3' },
  height: 'full',
  padding: { base: '0.5rem 0.25rem', md: '0.625rem 0.875rem' },
  borderBlockEnd: { base: '3px solid #0000', md: '0' },
  borderInlineStart: { md: '3px solid #0000' },
  borderEndRadius: { md: 'l2' },
  fontSize: { base: 'sm', md: 'md' },
  lineHeight: '1.3',
  textAlign: { base: 'center', md: 'start' },
  _hover: { background: 'bg.subtle' },
  _currentPage: {
    borderColor: 'accent.fg',
    background: { md: 'accent.subtle' },
    color: 'accent.fg',
    fontWeight: 'semibold',
  },
} as const;

type SectionName = (typeof sections)[number]['name'];

/** The signed-in shopper's account: the menu, and the section that the URL selects. */
export function Profile() {
  const { t } = useTranslation('account');
  const [query] = useSearchParams();
  const account = useAccountQuery();
  const user = account.data?.user;
  const requested = query.get('section');
  const section = sections.find(({ name }) => name === requested)?.name ?? 'addresses';
  // Without a user the session has ended, and the shopper is being redirected to the login.
  if (user == null) {
    return (
      <QueryFallback
        query={account}
        skeleton={<ProfileSkeleton />}
        failed={t('profile.failed')}
        heading={t('profile.title')}
      />
    );
  }
  return (
    <>
      <Heading as="h1" {...greeting}>
        {t('profile.greeting', { name: user.username })}
      </Heading>
      <Grid {...layout}>
        <ProfileMenu current={section} />
        <Grid {...sectionLayout} asChild>
          <section aria-labelledby="profile-section">
            <Heading as="h2" id="profile-section" tabIndex={-1} outline="none">
              {t(`profile.${section}`)}
            </Heading>
            {section === 'addresses' && <AddressesSection addresses={user.addresses} />}
            {section === 'orders' && <OrdersSection />}
            {section === 'edit' && <EditProfileForm account={user} />}
          </section>
        </Grid>
      </Grid>
    </>
  );
}

function ProfileMenu({ current }: { current: SectionName }) {
  const { t } = useTranslation('account');
  const logout = useLogout();
  return (
    <Grid
      as="nav"
      gap={{ base: '3', md: '5' }}
      position={{ md: 'sticky' }}
      insetBlockStart="6rem"
      aria-label={t('profile.menu')}
    >
      <Box
        as="ul"
        display={{ base: 'flex', md: 'grid' }}
        gap="1"
        borderBlockEndWidth={{ base: '1px', md: '0' }}
      >
        {sections.map(({ name, icon }) => (
          <Box as="li" key={name} flex="1">
            <Box asChild {...menuEntry}>
              <Link to={`/profile?section=${name}`} aria-current={name === current ? 'page' : undefined}>
                <Icon name={icon} size={20} />
                {t(`profile.${name}`)}
              </Link>
            </Box>
          </Box>
        ))}
      </Box>
      <Button
        size="sm"
        justifySelf={{ base: 'end', md: 'start' }}
        marginInlineStart={{ md: '3.5' }}
        onClick={() => void logout()}
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
      <h1 className="visually-hidden">{t('profile.title')}</h1>
      <Box {...greeting}>
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
