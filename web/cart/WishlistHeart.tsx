import { useTranslation } from '#web/i18n/translation.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { useWishlistToggle } from './use-wishlist.ts';
import styles from './WishlistHeart.module.css';

interface WishlistHeartProps {
  product: { id: string; name: string };
}

/** The heart on a product card: filled if the product is on the wish list. Pressing it adds or removes it. */
export function WishlistHeart({ product }: WishlistHeartProps) {
  const { t } = useTranslation('wishlist');
  const { isOnWishlist, toggle } = useWishlistToggle(product.id);
  return (
    <button
      type="button"
      className={`icon-button ${styles.heart}`}
      aria-label={t('heart', { name: product.name })}
      aria-pressed={isOnWishlist}
      onClick={() => void toggle()}
    >
      <Icon name="heart" size={22} />
    </button>
  );
}
