import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ProductCardFragment } from '#web/apollo/ProductCardFragment.generated.ts';
import { AddToCartButton } from '#web/cart/AddToCartButton.tsx';
import type { AddFlow } from '#web/cart/use-add-to-cart.ts';
import { WishlistHeart } from '#web/cart/WishlistHeart.tsx';
import { useTranslation } from '#web/i18n/translation.tsx';
import { isPlainClick } from '#web/routing/plain-click.ts';
import { Spinner } from '#web/ui/Spinner.tsx';
import { DemoButton } from './DemoButton.tsx';
import type { ImageSlot } from './image-sources.ts';
import { getProductPath, ProductCard } from './ProductCard.tsx';
import styles from './ProductCardWithActions.module.css';

/** How long the spinner covers an image before the product page opens, in milliseconds (requirements.md 9). */
const openDelayMs = 500;

interface ProductCardWithActionsProps {
  product: ProductCardFragment;
  /** Where the card is shown, which decides the size of its image. */
  slot?: ImageSlot;
  eager?: boolean;
  /**
   * Where the card is, which decides what Add does. In collections, the button reads ADD and never becomes a stepper: a
   * click asks for confirmation, or says that the product is already in the cart.
   */
  addFlow: AddFlow;
}

/**
 * A product card with its actions: the wish-list heart, Add, and Demo if there is one. A click on the image opens the
 * product.
 */
export function ProductCardWithActions({
  product,
  slot = 'card',
  eager = false,
  addFlow,
}: ProductCardWithActionsProps) {
  const { t } = useTranslation('ui');
  const { isOpening, open } = useDelayedOpen(getProductPath(product.sku));
  return (
    <ProductCard
      product={product}
      slot={slot}
      eager={eager}
      onImageClick={open}
      overlay={
        isOpening && (
          <div className={styles.overlay}>
            <Spinner />
          </div>
        )
      }
      corner={<WishlistHeart product={product} />}
      actions={
        <>
          <AddToCartButton
            product={product}
            flow={addFlow}
            withStepper={addFlow !== 'collection'}
            label={t(addFlow === 'collection' ? 'card.addConfirming' : 'card.add')}
            className="button--small"
          />
          {product.pdf !== null && (
            <DemoButton name={product.name} pdfUrl={product.pdf} language={product.language?.name} />
          )}
        </>
      }
    />
  );
}

/** Opens a product page after showing the spinner. The browser handles clicks that open a new tab or window. */
function useDelayedOpen(path: string) {
  const navigate = useNavigate();
  const [isOpening, setOpening] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    if (isOpening) return;
    setOpening(true);
    timer.current = setTimeout(() => void navigate(path), openDelayMs);
  };
  return { isOpening, open };
}
