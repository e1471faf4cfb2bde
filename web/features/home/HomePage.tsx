import { useTranslation } from 'react-i18next';
import type { PageLoader } from '#web/routing/page.tsx';
import { ErrorMessage } from '#web/ui/ErrorMessage.tsx';
import { PageMeta } from '#web/ui/page-head.tsx';
import { HomeDocument, useHomeQuery } from './Home.generated.ts';
import { ProductShelf } from './ProductShelf.tsx';

export const loader: PageLoader = async ({ prime }) => {
  await prime(HomeDocument, {});
  return undefined;
};

/** The first page. */
export function Component() {
  const { t } = useTranslation('home');
  const { data, error, refetch } = useHomeQuery();
  return (
    <>
      <PageMeta title={t('title')} description={t('description')} canonical="/" />
      <h1 className="visually-hidden">{t('heading')}</h1>
      {error !== undefined && data === undefined && (
        <div className="container page">
          <ErrorMessage message={t('failed')} onRetry={refetch} />
        </div>
      )}
      <ProductShelf
        title={t('shelves.newest')}
        address="/product"
        products={data?.products.edges.map(({ node }) => node)}
      />
    </>
  );
}
