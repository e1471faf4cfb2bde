import type { AddFlow } from '#web/cart/use-add-to-cart.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { useBestProductsQuery } from './BestProducts.generated.ts';
import { ProductRow } from './ProductRow.tsx';

/**
 * 'Our Best Products' (requirements.md 2.4, 2.13): the first available books in catalogue order. The row is hidden when
 * the query fails.
 */
export function BestProducts({ addFlow }: { addFlow: AddFlow }) {
  const { t } = useTranslation('ui');
  const { data, error } = useBestProductsQuery();
  const products = data?.products.edges.map(({ node }) => node);
  return (
    <ProductRow
      title={t('best')}
      products={error === undefined ? products : (products ?? [])}
      addFlow={addFlow}
    />
  );
}
