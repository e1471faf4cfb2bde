import { Link, useSearchParams } from 'react-router-dom';
import { ProductCardWithActions } from '#web/catalogue/ProductCardWithActions.tsx';
import { useTranslation } from '#web/i18n/translation.tsx';
import type { PageLoader } from '#web/routing/page.tsx';
import { PageMeta } from '#web/routing/page-head.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { QueryFallback } from '#web/ui/QueryFallback.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { SharedWishlistDocument, useSharedWishlistQuery } from './SharedWishlist.generated.ts';
import styles from './SharedWishlistPage.module.css';
import { buildSharedWishlistPath, parseSharedProductIds } from './shared-wishlist-url.ts';

export const loader: PageLoader = async ({ preload, url }) => {
  const ids = parseSharedProductIds(url.searchParams);
  if (ids.length > 0) await preload(SharedWishlistDocument, { ids });
};

/** The books of a shared wish list, for everybody who has the link. */
export function Component() {
  const { t } = useTranslation('wishlist');
  const [parameters] = useSearchParams();
  const ids = parseSharedProductIds(parameters);
  return (
    <div className="container page">
      {/* The canonical path is only for link previews, because search engines don't index the page. */}
      <PageMeta
        title={t('shared.title')}
        description={t('shared.text')}
        canonical={buildSharedWishlistPath(ids)}
        noIndex
      />
      {ids.length === 0 ? <NoBooks /> : <SharedBooks ids={ids} />}
    </div>
  );
}

function SharedBooks({ ids }: { ids: string[] }) {
  const { t } = useTranslation('wishlist');
  const query = useSharedWishlistQuery({ variables: { ids } });
  if (query.data === undefined) {
    return (
      <QueryFallback
        query={query}
        skeleton={<Spinner />}
        errorMessage={t('productFailed')}
        heading={t('shared.title')}
      />
    );
  }
  const products = query.data.nodes.filter((node) => node?.__typename === 'Product');
  if (products.length === 0) return <NoBooks />;
  return (
    <>
      <h1>{t('shared.title')}</h1>
      <p className="muted">{t('shared.text')}</p>
      {/* The names of the books are headings of the third level. */}
      <h2 className="visually-hidden">{t('shared.books')}</h2>
      <ul className={styles.books}>
        {products.map((product) => (
          <li key={product.id}>
            <ProductCardWithActions product={product} addFlow="listing" />
          </li>
        ))}
      </ul>
    </>
  );
}

function NoBooks() {
  const { t } = useTranslation('wishlist');
  return (
    <EmptyState icon="heart" title={t('shared.empty')} level={1}>
      <Link to="/product" className="button button--solid">
        {t('browse')}
      </Link>
    </EmptyState>
  );
}
