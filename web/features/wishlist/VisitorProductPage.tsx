import { skipToken } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Cover } from '#web/catalogue/Cover.tsx';
import { productPath } from '#web/catalogue/ProductCard.tsx';
import { RupeePrice } from '#web/catalogue/RupeePrice.tsx';
import { scriptLanguage } from '#web/i18n/format.ts';
import { useProductId } from '#web/routing/use-product-id.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorMessage } from '#web/ui/ErrorMessage.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useVisitorProductQuery, type VisitorProductQuery } from './VisitorProduct.generated.ts';
import styles from './VisitorProductPage.module.css';

type VisitorProduct = NonNullable<VisitorProductQuery['product']>;

interface VisitorProductPageProps {
  /** Shown if the navigation state contains no product. */
  emptyText: string;
  details: (product: VisitorProduct) => ReactNode;
  actions: (product: VisitorProduct) => ReactNode;
}

/** The product of the navigation state, with the actions a visitor has. */
export function VisitorProductPage({ emptyText, details, actions }: VisitorProductPageProps) {
  const { t } = useTranslation('wishlist');
  const id = useProductId();
  const { data, error, refetch } = useVisitorProductQuery(id == null ? skipToken : { variables: { id } });
  if (id === null || data?.product === null) {
    return (
      <EmptyState title={emptyText} level={1}>
        <Link to="/product" className="button button--solid">
          {t('browse')}
        </Link>
      </EmptyState>
    );
  }
  if (data === undefined && error !== undefined) {
    return <ErrorMessage message={t('productFailed')} onRetry={refetch} />;
  }
  const product = data?.product;
  if (product === undefined) return <ProductSkeleton />;
  const { name, author, available } = product;
  const language = product.language?.name;
  return (
    <article className={styles.product}>
      <Link to={productPath(product.sku)} tabIndex={-1} aria-hidden="true" className={styles.cover}>
        <Cover src={product.images[0] ?? product.thumbnail} name={name} language={language} eager />
      </Link>
      <div className={styles.text}>
        <h1 lang={scriptLanguage(name, language)}>
          <Link to={productPath(product.sku)}>{name}</Link>
        </h1>
        {author != null && (
          <p className="two-lines" lang={scriptLanguage(author.name, language)}>
            {author.name}
          </p>
        )}
        <RupeePrice price={product.price} mrp={product.mrp} discountPercent={product.discountPercent} large />
        {!available && <p className="muted">{t('unavailable')}</p>}
        {details(product)}
        <div className={styles.actions}>{actions(product)}</div>
      </div>
    </article>
  );
}

function ProductSkeleton() {
  return (
    <div className={styles.product}>
      <div className={styles.cover}>
        <div className={styles.coverSkeleton}>
          <Skeleton height="100%" />
        </div>
      </div>
      <div className={styles.text}>
        <Skeleton height="2.5rem" width="70%" />
        <Skeleton height="1.5rem" width="40%" />
        <Skeleton height="2.25rem" width="50%" />
        <Skeleton height="6rem" />
      </div>
    </div>
  );
}
