import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { AddToCartButton } from '#web/cart/AddToCartButton.tsx';
import { WishlistHeart } from '#web/cart/WishlistHeart.tsx';
import { isPlainClick } from '#web/routing/plain-click.ts';
import { DemoButton } from './DemoButton.tsx';
import type { ImageSlot } from './image-sources.ts';
import type { ProductCardFragment } from './ProductCard.generated.ts';
import { ProductCard, productPath } from './ProductCard.tsx';
import styles from './ProductCardWithActions.module.css';

/** How long the spinner stands over a picture before the product's page opens, in milliseconds (requirements.md 9). */
const openingTime = 500;

interface BookCardProps {
  product: ProductCardFragment;
  /** Where the card stands. */
  place?: ImageSlot;
  eager?: boolean;
  /** The button reads ADD and asks before it adds: on the category, publisher, author and language pages. */
  ask?: boolean;
}

/** A book of a listing with what can be done with it: heart, Add and Demo, and its picture as the way in. */
export function ProductCardWithActions({
  product,
  place = 'card',
  eager = false,
  ask = false,
}: BookCardProps) {
  const { t } = useTranslation('ui');
  const { opening, open } = useOpening(productPath(product.id));
  return (
    <ProductCard
      product={product}
      place={place}
      eager={eager}
      onImageClick={open}
      overlay={opening && <OpeningVeil />}
      corner={<WishlistHeart product={product} />}
      actions={
        <>
          <AddToCartButton
            product={product}
            ask={ask}
            label={t(ask ? 'card.addAsking' : 'card.add')}
            className="button--small"
          />
          <DemoButton name={product.name} pdf={product.pdf} language={product.language?.name} />
        </>
      }
    />
  );
}

/** Opens a product's page after the spinner was seen; a click for a new tab or window is the browser's own. */
function useOpening(path: string) {
  const navigate = useNavigate();
  const [opening, setOpening] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    if (opening) return;
    setOpening(true);
    timer.current = setTimeout(() => void navigate(path), openingTime);
  };
  return { opening, open };
}

function OpeningVeil() {
  const { t } = useTranslation('ui');
  return (
    <div role="status" className={styles.veil}>
      <span className={styles.wheel} />
      <span className="visually-hidden">{t('loading')}</span>
    </div>
  );
}
