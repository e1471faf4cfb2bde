import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';
import { useWishlistToggle } from './use-wishlist.ts';
import styles from './WishlistHeart.module.css';

interface WishlistHeartProps {
  product: { id: string; name: string };
}

/** The heart on a book: filled when it is on the wish list; a press puts it there, another takes it off. */
export function WishlistHeart({ product }: WishlistHeartProps) {
  const { t } = useTranslation('shopping');
  const { wished, toggle } = useWishlistToggle(product.id);
  return (
    <button
      type="button"
      className={`icon-button ${styles.heart}`}
      aria-label={t('wish.heart', { name: product.name })}
      aria-pressed={wished}
      onClick={() => void toggle()}
    >
      <Icon name="heart" size={22} />
    </button>
  );
}
