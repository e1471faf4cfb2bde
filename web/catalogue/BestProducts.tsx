import { useTranslation } from 'react-i18next';
import { useBestProductsQuery } from './BestProducts.generated.ts';
import { ProductRow } from './ProductRow.tsx';

/**
 * 'Our Best Products' (requirements.md 2.4, 2.13): the first books of the shop's own order that can be bought
 * now. A page that shows it primes `BestProductsDocument`; without an answer there is no strip.
 */
export function BestProducts({ ask = false }: { ask?: boolean }) {
  const { t } = useTranslation('ui');
  const { data, error } = useBestProductsQuery();
  const products = data?.products.edges.map(({ node }) => node);
  return (
    <ProductRow title={t('best')} products={error === undefined ? products : (products ?? [])} ask={ask} />
  );
}
