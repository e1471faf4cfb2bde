import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Cover } from '#web/catalogue/Cover.tsx';
import { productPath } from '#web/catalogue/ProductCard.tsx';
import { RupeePrice } from '#web/catalogue/RupeePrice.tsx';
import { proseLanguage, scriptLanguage } from '#web/i18n/format.ts';
import { descriptionPreview } from './description-preview.ts';
import styles from './Wishlist.module.css';
import type { WishlistProductFragment } from './WishlistProduct.generated.ts';

interface WishlistItemProps {
  product: WishlistProductFragment;
  onMove: () => void;
  onRemove: () => void;
}

/** A product on the wish list, with buttons to move it to the cart or remove it. */
export function WishlistItem({ product, onMove, onRemove }: WishlistItemProps) {
  const { t } = useTranslation('wishlist');
  const { name, author, description, available } = product;
  const language = product.language?.name;
  const href = productPath(product.sku);
  return (
    <article className={styles.item}>
      <Link to={href} tabIndex={-1} aria-hidden="true" className={styles.cover}>
        <Cover src={product.images[0] ?? product.thumbnail} name={name} language={language} slot="row" />
      </Link>
      <div className={styles.text}>
        <h2 className={styles.name} lang={scriptLanguage(name, language)}>
          <Link to={href}>{name}</Link>
        </h2>
        {author != null && (
          <p className={`two-lines ${styles.detail}`} lang={scriptLanguage(author.name, language)}>
            {author.name}
          </p>
        )}
        <RupeePrice price={product.price} mrp={product.mrp} discountPercent={product.discountPercent} />
        {!available && <p className={styles.detail}>{t('unavailable')}</p>}
        {description != null && (
          <p className={styles.description} lang={proseLanguage(description, language)}>
            {descriptionPreview(description)}
          </p>
        )}
        <p className={styles.actions}>
          <button
            type="button"
            className="button button--solid button--small"
            aria-label={t('moveName', { name })}
            onClick={onMove}
          >
            {t('move')}
          </button>
          <button
            type="button"
            className="button button--small"
            aria-label={t('removeName', { name })}
            onClick={onRemove}
          >
            {t('remove')}
          </button>
        </p>
      </div>
    </article>
  );
}
