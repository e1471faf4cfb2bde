import { useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import { scriptLanguage } from '#web/i18n/format.ts';
import type { PageLoader, PageModule } from '#web/routing/page.tsx';
import { BestProductsDocument } from '#web/ui/books/BestProducts.generated.ts';
import { BestProducts } from '#web/ui/books/BestProducts.tsx';
import { breadcrumbData } from '#web/ui/breadcrumb-data.ts';
import { ErrorMessage } from '#web/ui/ErrorMessage.tsx';
import { NotFound } from '#web/ui/NotFound.tsx';
import { PageMeta } from '#web/ui/page-head.tsx';
import { pictureElsewhere } from '#web/ui/picture-sources.ts';
import { LanguagesDrawer } from './LanguagesDrawer.tsx';
import { Listing } from './Listing.tsx';
import { countFilters, type Dimension, readListingAddress } from './listing-address.ts';
import { primeListing } from './listing-query.ts';
import { ShelfBreadcrumbs } from './ShelfBreadcrumbs.tsx';
import styles from './ShelfPage.module.css';
import { ShelfPortrait } from './ShelfPortrait.tsx';
import { LanguageShelvesDocument } from './Shelves.generated.ts';
import { type ShelfKind, shelfKinds, shelfPath } from './shelf-kinds.ts';

const languagesDrawer = 'languages';

/** From so many characters on a name is set smaller: an anthology names dozens of authors as one. */
const longName = 80;

/** The page of one category, publisher, author or language: its books, and the shop's best (requirements.md 2.4). */
export function shelfPage(dimension: Dimension): PageModule {
  const kind = shelfKinds[dimension];
  return {
    loader: shelfLoader(kind),
    Component: function ShelfOfAddress() {
      const { name = '' } = useParams();
      // Another shelf is another page, not a change of this one.
      return <ShelfScreen key={name} kind={kind} name={name} />;
    },
  };
}

function shelfLoader({ dimension, document }: ShelfKind): PageLoader {
  return async ({ prime, params, url }) => {
    const { name = '' } = params;
    const [data] = await Promise.all([
      prime(document, { name }),
      primeListing(prime, readListingAddress(url.searchParams), { dimension, name }),
      // The page can do without these.
      prime(BestProductsDocument, {}).catch(() => undefined),
      dimension === 'language' ? prime(LanguageShelvesDocument, {}).catch(() => undefined) : undefined,
    ]);
    return data !== undefined && data.shelf === null ? 'not-found' : undefined;
  };
}

function ShelfScreen({ kind, name }: { kind: ShelfKind; name: string }) {
  const { t } = useTranslation('catalogue');
  const { t: ui } = useTranslation('ui');
  const { dimension } = kind;
  const [parameters] = useSearchParams();
  const listing = readListingAddress(parameters);
  const { data, error, refetch } = useQuery(kind.document, { variables: { name } });
  if (data?.shelf === null) return <NotFound />;
  const shelf = data?.shelf;
  const shown = shelf?.name ?? name;
  return (
    <div className="container page">
      <PageMeta
        title={shown}
        description={t(`shelf.description_${dimension}`, { name: shown })}
        canonical={shelfPath(dimension, shown)}
        image={shelf?.thumbnail == null ? undefined : pictureElsewhere(shelf.thumbnail)}
        structuredData={[
          breadcrumbData(
            ui('home'),
            [
              ...(dimension === 'language' ? [] : [{ text: t(`shelf.${dimension}`), to: `/${dimension}` }]),
              { text: shown },
            ],
            shelfPath(dimension, shown),
          ),
        ]}
        hidden={listing.search !== '' || countFilters(listing) > 0 || listing.sort !== null}
      />
      <ShelfBreadcrumbs
        dimension={dimension}
        name={shown}
        count={shelf?.productCount}
        languagesDrawer={languagesDrawer}
      />
      <div className={styles.head}>
        {kind.round && <ShelfPortrait shelf={shelf} />}
        <h1 className={shown.length > longName ? styles.long : undefined} lang={scriptLanguage(shown)}>
          {shown}
        </h1>
        {dimension === 'language' && (
          <button type="button" className="button button--small" popoverTarget={languagesDrawer}>
            {t('shelf.languages')}
          </button>
        )}
      </div>
      {dimension === 'language' && <LanguagesDrawer id={languagesDrawer} current={shown} />}
      {shelf === undefined && error !== undefined ? (
        <ErrorMessage
          message={t('shelf.error', { message: error.message })}
          onRetry={() => refetch().catch(() => undefined)}
        />
      ) : (
        <Listing listing={listing} shelf={{ dimension, name }} />
      )}
      <BestProducts ask />
    </div>
  );
}
