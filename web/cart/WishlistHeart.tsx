import { useState } from 'react';
import { useTranslation } from '#web/i18n/translation.tsx';
import { useMotion } from '#web/ui/hooks/use-motion.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { useWishlistToggle } from './use-wishlist.ts';
import styles from './WishlistHeart.module.css';

interface WishlistHeartProps {
  product: { id: string; name: string };
}

/** The heart on a product card: filled if the product is on the wish list. */
export function WishlistHeart({ product }: WishlistHeartProps) {
  const { t } = useTranslation('wishlist');
  const { isOnWishlist, toggle } = useWishlistToggle(product.id);
  const motion = useMotion();
  // Hearts that fill because the wish list has loaded don't pulse.
  const [wasPressed, setWasPressed] = useState(false);
  const icon = <Icon name="heart" size={22} />;
  return (
    <button
      type="button"
      className={`icon-button ${styles.heart}`}
      aria-label={t('heart', { name: product.name })}
      aria-pressed={isOnWishlist}
      onClick={() => {
        setWasPressed(true);
        void toggle();
      }}
    >
      {motion !== undefined && wasPressed ? (
        <motion.PulseOnce className={styles.icon} when={isOnWishlist}>
          {icon}
        </motion.PulseOnce>
      ) : (
        icon
      )}
    </button>
  );
}
