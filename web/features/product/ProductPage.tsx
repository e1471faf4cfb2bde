import { useParams } from 'react-router-dom';
import { useTranslation } from '#web/i18n/translation.tsx';
import { NotFound } from '#web/routing/NotFound.tsx';
import type { PageLoader } from '#web/routing/page.tsx';
import { PageMeta } from '#web/routing/page-head.tsx';
import { QueryFallback } from '#web/ui/QueryFallback.tsx';
import { ProductDocument, useProductQuery } from './Product.generated.ts';
import { ProductSkeleton } from './ProductSkeleton.tsx';
import { ProductView } from './ProductView.tsx';

export const loader: PageLoader = async ({ preload, params }) => {
  await preload(ProductDocument, { sku: params.sku ?? '' });
};

/** The product page (requirements.md 2.6). */
export function Component() {
  const { t } = useTranslation('product');
  const { sku = '' } = useParams();
  const query = useProductQuery({ variables: { sku } });
  const product = query.data?.product;
  if (product === null) return <NotFound />;
  // The key resets the page state when another product is opened.
  if (product !== undefined) return <ProductView key={sku} product={product} />;
  return (
    <div className="container page">
      <PageMeta title={t('title')} noIndex loading={query.error === undefined} />
      <QueryFallback
        query={query}
        skeleton={<ProductSkeleton />}
        errorMessage={t('failed')}
        heading={t('title')}
      />
    </div>
  );
}
