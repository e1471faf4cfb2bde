import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { initialOf } from '#web/catalogue/image-fallback.ts';
import { imageSources } from '#web/catalogue/image-sources.ts';
import { scriptLanguage } from '#web/i18n/format.ts';
import { isPlainClick } from '#web/routing/plain-click.ts';
import styles from './SearchSuggestions.module.css';
import type { SuggestionOption } from './suggestion-groups.ts';

interface SuggestionItemProps {
  id: string;
  option: SuggestionOption;
  active: boolean;
  onOpened: () => void;
}

/** One suggestion: a link, so that it opens in a new tab as links do, and an option of the list. */
export function SuggestionItem({ id, option, active, onOpened }: SuggestionItemProps) {
  const { t } = useTranslation('shell');
  const [failed, setFailed] = useState(false);
  const { name, language, by, price, count, picture } = option;
  return (
    <Link
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      to={option.to}
      className={active ? `${styles.option} ${styles.active}` : styles.option}
      onClick={(event) => {
        if (isPlainClick(event)) onOpened();
      }}
    >
      <span className={count === undefined ? styles.cover : `${styles.cover} ${styles.round}`}>
        {picture === null || failed ? (
          <span
            className={styles.initial}
            data-initial={initialOf(name)}
            lang={scriptLanguage(name, language)}
          />
        ) : (
          <img
            {...imageSources(picture, 'suggestion')}
            alt=""
            width={40}
            height={count === undefined ? 60 : 40}
            decoding="async"
            onError={() => setFailed(true)}
          />
        )}
      </span>
      <span className={styles.words}>
        <span className={styles.name} lang={scriptLanguage(name, language)}>
          {name}
        </span>
        {by !== undefined && (
          <span className="two-lines muted" lang={scriptLanguage(by, language)}>
            {by}
          </span>
        )}
      </span>
      <span className={styles.end}>{price ?? t('search.books', { count: count ?? 0 })}</span>
    </Link>
  );
}
