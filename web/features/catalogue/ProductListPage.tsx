import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { PageLoader } from '#web/routing/page.tsx';
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx';
import { breadcrumbData } from '#web/ui/breadcrumb-data.ts';
import { PageMeta } from '#web/ui/page-head.tsx';
import { Listing } from './Listing.tsx';
import { countFilters, readListingAddress } from './listing-address.ts';
import { primeListing } from './listing-query.ts';
import styles from './pages.module.css';

export const loader: PageLoader = async ({ prime, url }) => {
  await primeListing(prime, readListingAddress(url.searchParams));
  return undefined;
};

/** The general listing of all products (requirements.md 2.4). */
export function Component() {
  const { t } = useTranslation('catalogue');
  const { t: ui } = useTranslation('ui');
  const [parameters] = useSearchParams();
  const listing = readListingAddress(parameters);
  const { search } = listing;
  const title = search === '' ? t('listing.all') : t('listing.results', { search });
  return (
    <div className="container page">
      <PageMeta
        title={title}
        description={t('listing.description')}
        canonical="/product"
        structuredData={[breadcrumbData(ui('home'), [{ text: t('listing.all') }], '/product')]}
        hidden={search !== '' || countFilters(listing) > 0 || listing.sort !== null}
      />
      <Breadcrumbs crumbs={[{ text: t('listing.all') }]} />
      <h1 className={styles.title}>{title}</h1>
      <Listing listing={listing} />
    </div>
  );
}
