import { useParams } from 'react-router-dom';
import { useTranslation } from '#web/i18n/translation.tsx';
import { NotFound } from '#web/routing/NotFound.tsx';
import type { PageLoader } from '#web/routing/page.tsx';
import { PageMeta } from '#web/routing/page-head.tsx';
import { ErrorMessage } from '#web/ui/ErrorMessage.tsx';
import { ProductDocument, useProductQuery } from './Product.generated.ts';
import { ProductSkeleton } from './ProductSkeleton.tsx';
import { ProductView } from './ProductView.tsx';

export const loader: PageLoader = async ({ preload, params }) => {
  const data = await preload(ProductDocument, { sku: params.sku ?? '' });
  return data !== undefined && data.product === null ? 'not-found' : undefined;
};

/** The product page (requirements.md 2.6). */
export function Component() {
  const { t } = useTranslation('product');
  const { sku = '' } = useParams();
  const { data, error, refetch } = useProductQuery({ variables: { sku } });
  if (data?.product === null) return <NotFound />;
  if (data !== undefined) {
    // The key resets the gallery when another product is opened.
    return <ProductView key={sku} product={data.product} />;
  }
  return (
    <div className="container page">
      <PageMeta title={t('title')} noIndex loading={error === undefined} />
      {error === undefined ? (
        <ProductSkeleton />
      ) : (
        <ErrorMessage message={t('failed')} onRetry={() => refetch().catch(() => undefined)} />
      )}
    </div>
  );
}
