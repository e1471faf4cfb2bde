import { useSearchParams } from 'react-router-dom';
import { BestProductsDocument } from '#web/catalogue/BestProducts.generated.ts';
import { preloadListing } from '#web/catalogue/listing-query.ts';
import { countFilters, parseListingUrl } from '#web/catalogue/listing-url.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { describeBreadcrumbs } from '#web/routing/breadcrumb-data.ts';
import type { PageLoader } from '#web/routing/page.tsx';
import { PageMeta } from '#web/routing/page-head.tsx';
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx';
import { Listing } from './Listing.tsx';
import styles from './ProductListPage.module.css';

export const loader: PageLoader = async ({ preload, url }) => {
  const listing = parseListingUrl(url.searchParams);
  const data = await preloadListing(preload, listing);
  if (data?.products.totalCount === 0 && listing.search !== '') {
    // The best products are optional, so the page does not fail if they do not load.
    await preload(BestProductsDocument, {}).catch(() => undefined);
  }
};

/** The general listing of all products (requirements.md 2.4). */
export function Component() {
  const { t } = useTranslation('catalogue');
  const { t: tUi } = useTranslation('ui');
  const [parameters] = useSearchParams();
  const listing = parseListingUrl(parameters);
  const { search } = listing;
  const title = search === '' ? t('listing.all') : t('listing.results', { search });
  return (
    <div className="container page">
      <PageMeta
        title={title}
        description={t('listing.description')}
        canonical="/product"
        structuredData={[describeBreadcrumbs(tUi('home'), [{ text: t('listing.all') }], '/product')]}
        noIndex={search !== '' || countFilters(listing) > 0 || listing.sort !== null}
      />
      <Breadcrumbs crumbs={[{ text: t('listing.all') }]} />
      <h1 className={styles.title}>{title}</h1>
      <Listing listing={listing} />
    </div>
  );
}
