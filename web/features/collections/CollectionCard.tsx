import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { Cover } from '#web/catalogue/Cover.tsx';
import {
  type CollectionFields,
  getCollectionPath,
  hasRoundImages,
  type ListedDimension,
} from '#web/catalogue/collections.ts';
import { chooseName } from '#web/i18n/content-text.ts';
import { detectNameLanguage, getNameInScript } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './CollectionCard.module.css';
import { CollectionImage } from './CollectionImage.tsx';
import { useOpenCategory } from './use-open-category.ts';

interface CollectionCardProps {
  collection: CollectionFields;
  dimension: ListedDimension;
  /** Whether the image is above the fold. */
  eager: boolean;
}

/** A card that links to a category, publisher or author. */
export function CollectionCard({ collection, dimension, eager }: CollectionCardProps) {
  const { t, language } = useTranslation('catalogue');
  const openCategory = useOpenCategory(collection.name);
  const { name, thumbnail, productCount } = collection;
  const readableName = getNameInScript(language, name, collection.transliteratedName ?? null);
  const isRound = hasRoundImages(dimension);
  const shape = isRound ? styles.centered : styles.framed;
  const { text, lang } = chooseName(collection, language);
  return (
    <Link
      to={getCollectionPath(dimension, name)}
      className={`${styles.card} ${shape} ${productCount === 0 ? styles.empty : ''}`}
      onClick={dimension === 'category' ? openCategory : undefined}
    >
      <span className={isRound ? `${styles.image} ${styles.circle}` : styles.image}>
        <CollectionImage src={thumbnail} name={text} round={isRound} eager={eager} />
      </span>
      <span className={styles.text}>
        <span className={`two-lines ${styles.name}`} lang={lang}>
          {text}
        </span>
        {readableName !== null && (
          <span className={`two-lines ${styles.secondary}`} lang={detectNameLanguage(readableName)}>
            {readableName}
          </span>
        )}
        <span className={styles.secondary}>
          {productCount === 0 ? t('collections.noBooks') : t('listing.count', { count: productCount })}
        </span>
        {dimension === 'author' && <Titles collection={collection} />}
      </span>
      {dimension === 'category' && <Covers collection={collection} />}
    </Link>
  );
}

/** The first titles of an author, in the reader's script if a transliteration is known. */
function Titles({ collection }: { collection: CollectionFields }) {
  const { language } = useTranslation('catalogue');
  const products = collection.products?.edges.map(({ node }) => node) ?? [];
  if (products.length === 0) return null;
  return (
    <span className={`two-lines ${styles.titles}`}>
      {products.map(({ id, name, transliteratedName }, index) => {
        const title = getNameInScript(language, name, transliteratedName ?? null) ?? name;
        return (
          <Fragment key={id}>
            {index > 0 && ', '}
            <span lang={detectNameLanguage(title)}>{title}</span>
          </Fragment>
        );
      })}
    </span>
  );
}

const maxCovers = 3;
const coverKeys = Array.from({ length: maxCovers }, (_, index) => index);

/** Covers of a category's first books. */
function Covers({ collection }: { collection: CollectionFields }) {
  const products = collection.products?.edges.map(({ node }) => node) ?? [];
  const productsWithCover = products.filter(({ thumbnail }) => thumbnail != null).slice(0, maxCovers);
  if (productsWithCover.length === 0) return null;
  return (
    <span className={styles.covers}>
      {productsWithCover.map(({ id, name, thumbnail }) => (
        <Cover key={id} src={thumbnail} name={name} slot="suggestion" />
      ))}
    </span>
  );
}

export function CollectionCardSkeleton({ dimension }: { dimension: ListedDimension }) {
  const isRound = hasRoundImages(dimension);
  return (
    <div className={isRound ? `${styles.card} ${styles.centered}` : `${styles.card} ${styles.framed}`}>
      <span className={styles.image}>
        <Skeleton height="100%" round={isRound} />
      </span>
      <span className={styles.text}>
        <span className={styles.skeletonLine}>
          <Skeleton height="1.0625rem" width="7rem" />
        </span>
        <span className={styles.skeletonLine}>
          <Skeleton height="0.875rem" width="4rem" />
        </span>
        {dimension === 'author' && (
          <span className={styles.skeletonLine}>
            <Skeleton height="0.875rem" width="6rem" />
          </span>
        )}
      </span>
      {dimension === 'category' && (
        <span className={styles.covers}>
          {coverKeys.map((key) => (
            <span key={key} className={styles.coverSkeleton}>
              <Skeleton height="100%" />
            </span>
          ))}
        </span>
      )}
    </div>
  );
}
