import { useState } from 'react';
import { Link } from 'react-router-dom';
import { getInitial } from '#web/catalogue/image-fallback.ts';
import { getImageSources } from '#web/catalogue/image-sources.ts';
import { detectNameLanguage } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { isPlainClick } from '#web/routing/plain-click.ts';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './SearchSuggestions.module.css';
import type { SuggestionOption } from './suggestion-groups.ts';

interface SuggestionItemProps {
  id: string;
  option: SuggestionOption;
  active: boolean;
  onSuggestionOpen: () => void;
}

/** A suggestion: an option of the listbox that is also a link, so it can be opened in a new tab. */
export function SuggestionItem({ id, option, active, onSuggestionOpen }: SuggestionItemProps) {
  const { t } = useTranslation('shell');
  const [failed, setFailed] = useState(false);
  const { name, language, author, price, count, image, isSearch = false } = option;
  return (
    <Link
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      to={option.to}
      className={active ? `${styles.option} ${styles.active}` : styles.option}
      onClick={(event) => {
        if (isPlainClick(event)) onSuggestionOpen();
      }}
    >
      <span className={count === undefined && !isSearch ? styles.cover : `${styles.cover} ${styles.round}`}>
        {isSearch ? (
          <Icon name="search" size={18} />
        ) : image == null || failed ? (
          <span
            className={styles.initial}
            data-initial={getInitial(name)}
            lang={detectNameLanguage(name, language)}
          />
        ) : (
          <img
            {...getImageSources(image, 'suggestion')}
            alt=""
            width={40}
            height={count === undefined ? 60 : 40}
            decoding="async"
            onError={() => setFailed(true)}
          />
        )}
      </span>
      <span className={styles.text}>
        <span className={styles.name} lang={detectNameLanguage(name, language)}>
          {name}
        </span>
        {author !== undefined && (
          <span className="two-lines muted" lang={detectNameLanguage(author, language)}>
            {author}
          </span>
        )}
      </span>
      {!isSearch && <span className={styles.end}>{price ?? t('search.books', { count: count ?? 0 })}</span>}
    </Link>
  );
}
