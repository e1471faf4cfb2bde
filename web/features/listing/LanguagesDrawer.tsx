import { useRef } from 'react';
import { NavLink } from 'react-router-dom';
import { getCollectionPath } from '#web/catalogue/collections.ts';
import { useLanguagesQuery } from '#web/catalogue/Languages.generated.ts';
import { detectNameLanguage } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { QueryFallback } from '#web/ui/QueryFallback.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import styles from './LanguagesDrawer.module.css';

interface LanguagesDrawerProps {
  id: string;
  /** The name of the language whose page is shown. */
  current: string;
}

/** All languages in a drawer on the right. It is a popover, so it opens without scripts too. */
export function LanguagesDrawer({ id, current }: LanguagesDrawerProps) {
  const { t } = useTranslation('catalogue');
  const query = useLanguagesQuery();
  const drawer = useRef<HTMLElement>(null);
  return (
    <nav ref={drawer} id={id} popover="auto" className={styles.drawer} aria-labelledby={`${id}-title`}>
      <div className={styles.head}>
        <h2 id={`${id}-title`}>{t('collection.languages')}</h2>
        <button
          type="button"
          className="icon-button"
          popoverTarget={id}
          popoverTargetAction="hide"
          aria-label={t('collection.closeLanguages')}
        >
          <Icon name="close" />
        </button>
      </div>
      {query.data === undefined && (
        <QueryFallback query={query} skeleton={<Spinner />} errorMessage={t('collection.languagesFailed')} />
      )}
      <ul>
        {query.data?.collections.map(({ id: key, name, productCount }) => (
          <li key={key}>
            <NavLink
              to={getCollectionPath('language', name)}
              className={styles.language}
              aria-current={name === current ? 'page' : undefined}
              // Needed when the current language is chosen: any other link opens a page with a drawer of its own.
              onClick={() => drawer.current?.hidePopover?.()}
            >
              <span lang={detectNameLanguage(name)}>{name}</span>
              <span className="muted">{productCount}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
