import { useEffect, useId, useRef } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { CartLink } from '#web/cart/CartLink.tsx';
import { LanguageLinks } from '#web/catalogue/LanguageLinks.tsx';
import { SearchForm } from '#web/features/search/SearchForm.tsx';
import { useTranslation } from '#web/i18n/translation.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Brand } from './Brand.tsx';
import { ColourModeSwitch } from './ColourModeSwitch.tsx';
import styles from './Header.module.css';
import { HeaderMenu } from './HeaderMenu.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { SideMenuButton } from './SideMenuButton.tsx';

/**
 * The site header. Small screens show the menu button, brand, search, wish list, account and cart; wider ones also show
 * links into the catalogue, the language and the colour mode. `CheckoutBar` replaces it on some pages.
 */
export function Header() {
  const { t } = useTranslation('shell');
  const searchId = useId();
  return (
    <header className={styles.header}>
      <div className={`container ${styles.row}`}>
        <SideMenuButton />
        <Link to="/" className={styles.brand}>
          <Brand />
        </Link>
        <SearchPanel id={searchId} />
        <button
          type="button"
          className={`icon-button ${styles.belowMd}`}
          popoverTarget={searchId}
          aria-label={t('search.label')}
        >
          <Icon name="search" />
        </button>
        <nav aria-label={t('nav.label')} className={styles.links}>
          <NavLink to="/" end className={`${styles.text} ${styles.fromXl}`}>
            {t('nav.home')}
          </NavLink>
          <NavLink to="/product" end className={`${styles.text} ${styles.fromLg}`}>
            {t('nav.books')}
          </NavLink>
          <HeaderMenu
            button={
              <>
                {t('nav.languages')}
                <Icon name="chevronDown" size={16} />
              </>
            }
            buttonClassName={styles.text}
            className={styles.fromLg}
          >
            {(close) => <LanguageLinks linkClassName={styles.entry} onFollow={close} />}
          </HeaderMenu>
          <NavLink to="/category" className={`${styles.text} ${styles.fromLg}`}>
            {t('nav.categories')}
          </NavLink>
          <NavLink to="/author" className={`${styles.text} ${styles.fromXl}`}>
            {t('nav.authors')}
          </NavLink>
          <NavLink to="/publisher" className={`${styles.text} ${styles.fromXl}`}>
            {t('nav.publishers')}
          </NavLink>
          <NavLink to="/wish-list" className="icon-button" aria-label={t('nav.wishlist')}>
            <Icon name="heart" />
          </NavLink>
          <NavLink to="/profile" className="icon-button" aria-label={t('nav.profile')}>
            <Icon name="person" />
          </NavLink>
          <CartLink />
        </nav>
        <LanguageSwitch className={styles.fromMd} />
        <ColourModeSwitch className={styles.fromMd} />
      </div>
    </header>
  );
}

/**
 * The search form. Wide screens show it in the header; on small ones, the same element is a popover over the header.
 * It opens without scripts too.
 */
function SearchPanel({ id }: { id: string }) {
  const { t } = useTranslation('shell');
  const { pathname, search } = useLocation();
  const panel = useRef<HTMLDivElement>(null);
  const searchText = new URLSearchParams(search).get('search');
  // The panel closes when the path or the search text changes, but not when other URL parameters do, such as filters.
  // biome-ignore lint/correctness/useExhaustiveDependencies: their changes close the panel.
  useEffect(() => panel.current?.hidePopover?.(), [pathname, searchText]);
  return (
    <div
      id={id}
      ref={panel}
      popover="auto"
      className={styles.search}
      onToggle={({ currentTarget, newState }) => {
        if (newState === 'open') currentTarget.querySelector('input')?.focus();
      }}
    >
      {/* The effect above does not run if the search or suggestion leads to the current page. */}
      <SearchForm onDone={() => panel.current?.hidePopover?.()} />
      <button
        type="button"
        className={`icon-button ${styles.belowMd}`}
        popoverTarget={id}
        popoverTargetAction="hide"
        aria-label={t('search.close')}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
