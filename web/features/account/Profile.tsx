import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { useLogout } from '#web/auth/use-logout.ts';
import { ErrorMessage } from '#web/ui/ErrorMessage.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { type AccountQuery, useAccountQuery } from './Account.generated.ts';
import { AddressesSection } from './AddressesSection.tsx';
import { EditProfileForm } from './EditProfileForm.tsx';
import { OrdersSection } from './OrdersSection.tsx';
import styles from './ProfilePage.module.css';

export type Account = NonNullable<AccountQuery['user']>;

const sections = [
  { name: 'addresses', icon: 'place' },
  { name: 'orders', icon: 'box' },
  { name: 'edit', icon: 'person' },
] as const;

type SectionName = (typeof sections)[number]['name'];

/** The signed-in shopper's account: the menu, and the section that the URL selects. */
export function Profile() {
  const { t } = useTranslation('account');
  const [query] = useSearchParams();
  const { data, error, refetch } = useAccountQuery();
  const requested = query.get('section');
  const section = sections.find(({ name }) => name === requested)?.name ?? 'addresses';
  // Without a user the session has ended, and the shopper is being redirected to the login.
  const account = data?.user;
  if (account == null) {
    return error === undefined ? (
      <ProfileSkeleton />
    ) : (
      <ErrorMessage message={t('profile.failed')} onRetry={refetch} />
    );
  }
  return (
    <>
      <h1 className={styles.greeting}>{t('profile.greeting', { name: account.username })}</h1>
      <div className={styles.layout}>
        <ProfileMenu current={section} />
        <section className={styles.section} aria-labelledby="profile-section">
          <h2 id="profile-section" tabIndex={-1} className={styles.title}>
            {t(`profile.${section}`)}
          </h2>
          {section === 'addresses' && <AddressesSection addresses={account.addresses} />}
          {section === 'orders' && <OrdersSection />}
          {section === 'edit' && <EditProfileForm account={account} />}
        </section>
      </div>
    </>
  );
}

function ProfileMenu({ current }: { current: SectionName }) {
  const { t } = useTranslation('account');
  const logout = useLogout();
  return (
    <nav className={styles.menu} aria-label={t('profile.menu')}>
      <ul className={styles.entries}>
        {sections.map(({ name, icon }) => (
          <li key={name}>
            <Link
              to={`/profile?section=${name}`}
              className={styles.entry}
              aria-current={name === current ? 'page' : undefined}
            >
              <Icon name={icon} size={20} />
              {t(`profile.${name}`)}
            </Link>
          </li>
        ))}
      </ul>
      <button type="button" className={`button button--small ${styles.logOut}`} onClick={() => void logout()}>
        {t('profile.logOut')}
      </button>
    </nav>
  );
}

/** The placeholder of the account while it is loading. */
export function ProfileSkeleton() {
  const { t } = useTranslation('account');
  return (
    <div aria-busy="true">
      <h1 className="visually-hidden">{t('profile.title')}</h1>
      <div className={styles.greeting}>
        <Skeleton height="2.75rem" width="min(100%, 18rem)" />
      </div>
      <div className={styles.layout}>
        <Skeleton height="11rem" />
        <div className={styles.section}>
          <Skeleton height="2.25rem" width="12rem" />
          <Skeleton height="14rem" />
        </div>
      </div>
    </div>
  );
}
