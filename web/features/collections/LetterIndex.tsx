import { Link, useLocation } from 'react-router-dom';
import { detectNameLanguage } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import type { CollectionPageFields } from './collections-query.ts';
import { buildCollectionsQuery, type CollectionsState } from './collections-url.ts';
import styles from './LetterIndex.module.css';

interface LetterIndexProps {
  /** Undefined until they have loaded. */
  initials: CollectionPageFields['initials'] | undefined;
  state: CollectionsState;
}

/** Approximately as many as there are first letters of authors' names in Latin and Devanagari together. */
const skeletonKeys = Array.from({ length: 40 }, (_, index) => index);

/** Links that filter a list of collections by the first letter of the name. */
export function LetterIndex({ initials, state: { search, letter: currentLetter } }: LetterIndexProps) {
  const { t } = useTranslation('catalogue');
  const { pathname } = useLocation();
  if (initials === undefined) return <LettersSkeleton />;
  const renderLink = (letter: string, text: string, label?: string) => (
    <Link
      to={{ pathname, search: buildCollectionsQuery({ search, letter }) }}
      className={styles.letter}
      aria-current={letter === currentLetter ? 'true' : undefined}
      aria-label={label}
      lang={detectNameLanguage(text)}
      preventScrollReset
    >
      {text}
    </Link>
  );
  return (
    <nav aria-label={t('collections.letters')}>
      <ul className={styles.letters}>
        <li>{renderLink('', t('collections.allLetters'))}</li>
        {initials.map(({ letter: initial, count }) => (
          <li key={initial}>
            {renderLink(
              initial,
              initial,
              initial === '#'
                ? t('collections.otherLetter', { count })
                : t('collections.letter', { letter: initial, count }),
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function LettersSkeleton() {
  return (
    <div aria-hidden="true" className={styles.letters}>
      {skeletonKeys.map((key) => (
        <span key={key} className={styles.letter}>
          <Skeleton height="1.25rem" width="1.25rem" />
        </span>
      ))}
    </div>
  );
}
