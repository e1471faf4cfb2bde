import { Link } from 'react-router-dom';
import { type CollectionFields, type CollectionKind, getCollectionPath } from '#web/catalogue/collections.ts';
import { chooseName } from '#web/i18n/content-text.ts';
import { detectNameLanguage, getNameInScript } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './CollectionCard.module.css';
import { CollectionImage } from './CollectionImage.tsx';
import { useOpenCategory } from './use-open-category.ts';

/** A card that links to a category, publisher or author. */
export function CollectionCard({ collection, kind }: { collection: CollectionFields; kind: CollectionKind }) {
  const { t, language } = useTranslation('catalogue');
  const openCategory = useOpenCategory(collection.name);
  const { name, thumbnail, productCount } = collection;
  const readableName = getNameInScript(language, name, collection.transliteratedName ?? null);
  const shape = kind.round ? styles.centered : styles.framed;
  const { text, lang } = chooseName(collection, language);
  return (
    <Link
      to={getCollectionPath(kind.dimension, name)}
      className={`${styles.card} ${shape} ${productCount === 0 ? styles.empty : ''}`}
      onClick={kind.dimension === 'category' ? openCategory : undefined}
    >
      <span className={kind.round ? `${styles.image} ${styles.circle}` : styles.image}>
        <CollectionImage src={thumbnail} name={text} round={kind.round} />
      </span>
      <span className={styles.text}>
        <span className={`two-lines ${styles.name}`} lang={lang}>
          {text}
        </span>
        {readableName !== null && (
          <span className={`two-lines ${styles.count}`} lang={detectNameLanguage(readableName)}>
            {readableName}
          </span>
        )}
        <span className={styles.count}>
          {productCount === 0 ? t('collections.noBooks') : t('listing.count', { count: productCount })}
        </span>
      </span>
    </Link>
  );
}

export function CollectionCardSkeleton({ round }: { round: boolean }) {
  return (
    <div className={round ? `${styles.card} ${styles.centered}` : `${styles.card} ${styles.framed}`}>
      <span className={styles.image}>
        <Skeleton height="100%" round={round} />
      </span>
      <span className={styles.text}>
        <span className={styles.skeletonLine}>
          <Skeleton height="1.0625rem" width="7rem" />
        </span>
        <span className={styles.skeletonLine}>
          <Skeleton height="0.875rem" width="4rem" />
        </span>
      </span>
    </div>
  );
}
