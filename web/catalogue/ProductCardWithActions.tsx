import { type MouseEvent, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { AddToCartButton } from '#web/cart/AddToCartButton.tsx';
import type { AddFlow } from '#web/cart/use-add-to-cart.ts';
import { WishlistHeart } from '#web/cart/WishlistHeart.tsx';
import { useTranslation } from '#web/i18n/translation.tsx';
import { isPlainClick } from '#web/routing/plain-click.ts';
import { Spinner } from '#web/ui/Spinner.tsx';
import { DemoButton } from './DemoButton.tsx';
import { getProductPath, ProductCard, type ProductCardProps } from './ProductCard.tsx';
import styles from './ProductCardWithActions.module.css';

/** How long the spinner covers an image before the product page opens, in milliseconds (requirements.md 9). */
const openDelayMs = 500;

interface ProductCardWithActionsProps extends Pick<ProductCardProps, 'product' | 'slot' | 'eager'> {
  /** Where the card is, which decides what Add does (requirements.md 2.4 and 4). */
  addFlow: AddFlow;
}

/**
 * A product card with its actions: the wish-list heart, Add, and Demo if there is one. A click on the image opens the
 * product.
 */
export function ProductCardWithActions({ addFlow, ...cardProps }: ProductCardWithActionsProps) {
  const { product } = cardProps;
  const { t } = useTranslation('ui');
  const { isOpening, open } = useDelayedOpen(getProductPath(product.sku));
  return (
    <ProductCard
      {...cardProps}
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
            label={t(addFlow === 'collection' ? 'card.addWithConfirmation' : 'card.add')}
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

/**
 * Opens a product page after showing the spinner, unless the shopper navigates in the meantime, for example by choosing
 * a filter. The browser handles clicks that open a new tab or window.
 */
function useDelayedOpen(path: string) {
  const navigate = useNavigate();
  const { key } = useLocation();
  /** The key of the location at which the image was clicked. */
  const [clickedAt, setClickedAt] = useState<string>();
  const isOpening = clickedAt === key;
  useEffect(() => {
    if (!isOpening) return;
    const timer = setTimeout(() => void navigate(path), openDelayMs);
    return () => {
      clearTimeout(timer);
      // Back may lead to the same location again.
      setClickedAt(undefined);
    };
  }, [isOpening, navigate, path]);
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    setClickedAt(key);
  };
  return { isOpening, open };
}
