import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ProductCardFragment } from '#web/apollo/ProductCardFragment.generated.ts';
import { detectNameLanguage } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { Cover } from './Cover.tsx';
import type { ImageSlot } from './image-sources.ts';
import styles from './ProductCard.module.css';
import { RupeePrice } from './RupeePrice.tsx';
import { TransliteratedNames } from './TransliteratedNames.tsx';

export interface ProductCardProps {
  product: ProductCardFragment;
  /** Where the card is shown, which decides the size of its image. */
  slot?: ImageSlot;
  /** Whether the image loads immediately instead of lazily: for cards above the fold. */
  eager?: boolean;
  /** Shown in a corner of the image: the wish-list heart. */
  corner?: ReactNode;
  /** The buttons below the price: Add, Demo. */
  actions?: ReactNode;
  onImageClick?: (event: MouseEvent<HTMLAnchorElement>) => void;
  /** Covers the image, for example while the product page is about to open. */
  overlay?: ReactNode;
}

/** A product in a list: cover, name, author and price. The caller supplies its actions. */
export function ProductCard({
  product,
  slot = 'card',
  eager = false,
  corner,
  actions,
  onImageClick,
  overlay,
}: ProductCardProps) {
  const { t } = useTranslation('ui');
  const path = getProductPath(product.sku);
  const language = product.language?.name;
  return (
    <article className={styles.card}>
      <div className={product.available ? styles.image : `${styles.image} ${styles.soldOut}`}>
        {/* Repeats the link of the name below, for pointers only. */}
        <Link to={path} tabIndex={-1} aria-hidden="true" onClick={onImageClick}>
          <Cover
            src={product.images[0] ?? product.thumbnail}
            name={product.name}
            language={language}
            slot={slot}
            eager={eager}
          />
        </Link>
        {overlay}
        {corner !== undefined && <div className={styles.corner}>{corner}</div>}
      </div>
      <h3 className={styles.name} lang={detectNameLanguage(product.name, language)}>
        <Link to={path} className="two-lines">
          {product.name}
        </Link>
      </h3>
      {product.author != null && (
        <p className={`two-lines ${styles.author}`} lang={detectNameLanguage(product.author.name, language)}>
          {product.author.name}
        </p>
      )}
      <TransliteratedNames product={product} className={`two-lines ${styles.author}`} />
      <RupeePrice product={product} />
      {!product.available && <p className={styles.unavailable}>{t('card.unavailable')}</p>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </article>
  );
}

export function getProductPath(sku: string): string {
  return `/product/${encodeURIComponent(sku)}`;
}
