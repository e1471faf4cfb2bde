import { Drawer, Portal } from '@chakra-ui/react';
import { NavLink } from 'react-router-dom';
import { useSession } from '#web/auth/session.ts';
import { useLogout } from '#web/auth/use-logout.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { shop } from '#web/shop/shop.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { ChakraScope } from '#web/ui/theme/ChakraScope.tsx';
import styles from './SideMenu.module.css';

export interface SideMenuProps {
  open: boolean;
  onClose: () => void;
}

const entries = [
  { key: 'home', to: '/' },
  { key: 'publisher', to: '/publisher' },
  { key: 'author', to: '/author' },
  { key: 'category', to: '/category' },
  { key: 'contact', to: '/contactus' },
  { key: 'privacy', to: '/privacy-policy' },
  { key: 'terms', to: '/terms-and-conditions' },
  { key: 'faq', to: '/faq' },
  { key: 'cart', to: '/cart-manager' },
  { key: 'profile', to: '/profile' },
] as const;

/** The side drawer with the entries of requirements.md 2.2. Shows Login or Logout depending on the session. */
export function SideMenu({ open, onClose }: SideMenuProps) {
  const { t } = useTranslation('shell');
  const session = useSession();
  const logout = useLogout();
  return (
    <ChakraScope>
      <Drawer.Root
        open={open}
        placement="start"
        size="xs"
        onOpenChange={(details) => {
          if (!details.open) onClose();
        }}
      >
        <Portal>
          <Drawer.Backdrop />
          <Drawer.Positioner>
            <Drawer.Content>
              <Drawer.Header>
                <Drawer.Title className={styles.title}>
                  <span lang="mr">{shop.marathiName}</span>
                  <span className="visually-hidden"> – {t('nav.title')}</span>
                </Drawer.Title>
                <Drawer.CloseTrigger className={`icon-button ${styles.close}`} aria-label={t('nav.close')}>
                  <Icon name="close" />
                </Drawer.CloseTrigger>
              </Drawer.Header>
              <Drawer.Body>
                <ul className={styles.entries}>
                  {entries.map(({ key, to }) => (
                    <li key={key}>
                      <NavLink to={to} end={to === '/'} className={styles.entry} onClick={onClose}>
                        {t(`nav.${key}`)}
                      </NavLink>
                    </li>
                  ))}
                  <li className={styles.last}>
                    {session === null ? (
                      <NavLink to="/user-login" className={styles.entry} onClick={onClose}>
                        {t('nav.login')}
                      </NavLink>
                    ) : (
                      <button
                        type="button"
                        className={styles.entry}
                        onClick={() => {
                          onClose();
                          void logout();
                        }}
                      >
                        {t('nav.logout')}
                      </button>
                    )}
                  </li>
                </ul>
              </Drawer.Body>
            </Drawer.Content>
          </Drawer.Positioner>
        </Portal>
      </Drawer.Root>
    </ChakraScope>
  );
}
