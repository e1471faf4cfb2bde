import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { scriptLanguage } from '#web/i18n/format.ts';
import { useTexts } from '#web/i18n/use-texts.ts';
import { Cover } from './Cover.tsx';
import type { ImageSlot } from './image-sources.ts';
import type { ProductCardFragment } from './ProductCard.generated.ts';
import styles from './ProductCard.module.css';
import { RupeePrice } from './RupeePrice.tsx';

interface ProductCardProps {
  product: ProductCardFragment;
  /** Where the card stands. */
  place?: ImageSlot;
  /** Load the picture at once: for cards that are in sight when the page opens. */
  eager?: boolean;
  /** Sits on the picture's corner: the wish list's heart. */
  corner?: ReactNode;
  /** The buttons below: Add, Demo. */
  actions?: ReactNode;
  onImageClick?: (event: MouseEvent<HTMLAnchorElement>) => void;
  /** Lies over the picture, for example while the product's page is about to open. */
  overlay?: ReactNode;
}

/** A book in a list: its cover, name, author and price. What can be done with it is given from outside. */
export function ProductCard({
  product,
  place = 'card',
  eager = false,
  corner,
  actions,
  onImageClick,
  overlay,
}: ProductCardProps) {
  const t = useTexts('ui');
  const address = productPath(product.id);
  const language = product.language?.name;
  return (
    <article className={styles.card}>
      <div className={styles.picture}>
        {/* The name below is the same link; this one is for pointers only. */}
        <Link to={address} tabIndex={-1} aria-hidden="true" onClick={onImageClick}>
          <Cover
            address={product.images[0] ?? product.thumbnail}
            name={product.name}
            language={language}
            place={place}
            eager={eager}
          />
        </Link>
        {overlay}
        {corner !== undefined && <div className={styles.corner}>{corner}</div>}
      </div>
      <h3 className={styles.name} lang={scriptLanguage(product.name, language)}>
        <Link to={address}>{product.name}</Link>
      </h3>
      {product.author != null && (
        <p className={`two-lines ${styles.author}`} lang={scriptLanguage(product.author.name, language)}>
          {product.author.name}
        </p>
      )}
      <RupeePrice price={product.price} mrp={product.mrp} discountPercent={product.discountPercent} />
      {!product.available && <p className={styles.unavailable}>{t('card.unavailable')}</p>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </article>
  );
}

export function productPath(id: string): string {
  return `/product/${encodeURIComponent(id)}`;
}
