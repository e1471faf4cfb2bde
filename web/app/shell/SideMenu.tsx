import { Drawer, Portal } from '@chakra-ui/react';
import { NavLink } from 'react-router-dom';
import { useSession } from '#web/auth/session.ts';
import { useLogOut } from '#web/auth/use-log-out.ts';
import { LanguageLinks } from '#web/catalogue/LanguageLinks.tsx';
import { useTranslation } from '#web/i18n/translation.tsx';
import { useShop } from '#web/shop/shop.ts';
import { useCloseAfterTraversal, useCloseWatcher } from '#web/ui/dialog/use-close-watcher.ts';
import type { DialogProps } from '#web/ui/dialog/use-dialog.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { ChakraScope } from '#web/ui/theme/ChakraScope.tsx';
import { ColourModeOptions } from './ColourModeSwitch.tsx';
import { LanguageForm } from './LanguageSwitch.tsx';
import styles from './SideMenu.module.css';

const catalogueEntries = [
  { key: 'home', to: '/' },
  { key: 'books', to: '/product' },
  { key: 'publisher', to: '/publisher' },
  { key: 'author', to: '/author' },
  { key: 'category', to: '/category' },
] as const;

const shopEntries = [
  { key: 'contact', to: '/contactus' },
  { key: 'privacy', to: '/privacy-policy' },
  { key: 'terms', to: '/terms-and-conditions' },
  { key: 'faq', to: '/faq' },
  { key: 'cart', to: '/cart-manager' },
  { key: 'wishlist', to: '/wish-list' },
  { key: 'profile', to: '/profile' },
] as const;

/**
 * The side drawer with the entries of requirements.md 2.2, the languages of the books, and the interface language and
 * colour mode, which the header has no room for on small screens. Shows Login or Logout depending on the session.
 */
export function SideMenu({ open, onClose }: DialogProps) {
  const { t } = useTranslation('shell');
  const { name, marathiName } = useShop();
  const session = useSession();
  const logOut = useLogOut();
  useCloseWatcher(open, onClose);
  useCloseAfterTraversal(open, onClose);
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
            {/* The outline is the edge in forced-colours mode, which removes the shadow. */}
            <Drawer.Content outline="1px solid transparent">
              <Drawer.Header>
                <Drawer.Title className={styles.title}>
                  {marathiName === '' ? name : <span lang="mr">{marathiName}</span>}
                  <span className="visually-hidden"> – {t('nav.title')}</span>
                </Drawer.Title>
                <Drawer.CloseTrigger className={`icon-button ${styles.close}`} aria-label={t('nav.close')}>
                  <Icon name="close" />
                </Drawer.CloseTrigger>
              </Drawer.Header>
              <Drawer.Body>
                <Entries entries={catalogueEntries} onFollow={onClose} />
                <h3 className={styles.subtitle}>{t('nav.booksByLanguage')}</h3>
                <LanguageLinks className={styles.chips} linkClassName={styles.chip} onFollow={onClose} />
                <Entries entries={shopEntries} onFollow={onClose} />
                <h3 className={styles.subtitle}>{t('language.label')}</h3>
                <LanguageForm inline />
                <h3 className={styles.subtitle}>{t('colourMode.label')}</h3>
                <ColourModeOptions name="drawer-colour-mode" />
                <div className={styles.last}>
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
                        void logOut();
                      }}
                    >
                      {t('nav.logout')}
                    </button>
                  )}
                </div>
              </Drawer.Body>
            </Drawer.Content>
          </Drawer.Positioner>
        </Portal>
      </Drawer.Root>
    </ChakraScope>
  );
}

interface EntriesProps {
  entries: typeof catalogueEntries | typeof shopEntries;
  onFollow: () => void;
}

function Entries({ entries, onFollow }: EntriesProps) {
  const { t } = useTranslation('shell');
  return (
    <ul className={styles.entries}>
      {entries.map(({ key, to }) => (
        <li key={key}>
          <NavLink to={to} end={to === '/' || to === '/product'} className={styles.entry} onClick={onFollow}>
            {t(`nav.${key}`)}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
