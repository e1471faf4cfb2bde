import { useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { Form, Link, useLocation, useSearchParams } from 'react-router-dom';
import type { PageLoader, PageModule } from '#web/routing/page.tsx';
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx';
import { breadcrumbData } from '#web/ui/breadcrumb-data.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorMessage } from '#web/ui/ErrorMessage.tsx';
import { PageMeta } from '#web/ui/page-head.tsx';
import { LetterIndex } from './LetterIndex.tsx';
import { ShelvesGrid } from './ShelvesGrid.tsx';
import styles from './ShelvesPage.module.css';
import { type ListedDimension, shelfKinds, shelvesDocuments } from './shelf-kinds.ts';
import {
  longestName,
  readShelvesAddress,
  shelvesPerPage,
  shelvesVariables,
  writeShelvesAddress,
} from './shelves-address.ts';

/** From how many names on they can be searched. */
const longList = 24;

/** The page that lists all categories, publishers or authors (requirements.md 2.5): of many, page by page. */
export function shelvesPage(dimension: ListedDimension): PageModule {
  const loader: PageLoader = async ({ prime, url }) => {
    await prime(shelvesDocuments[dimension], shelvesVariables(readShelvesAddress(url.searchParams)));
    return undefined;
  };
  return {
    loader,
    Component: function ShelvesOfDimension() {
      return <ShelvesScreen dimension={dimension} />;
    },
  };
}

function ShelvesScreen({ dimension }: { dimension: ListedDimension }) {
  const { t } = useTranslation('catalogue');
  const { t: ui } = useTranslation('ui');
  const { pathname } = useLocation();
  const [parameters] = useSearchParams();
  const address = readShelvesAddress(parameters);
  const { search, letter } = address;
  const { data, previousData, error, refetch } = useQuery(shelvesDocuments[dimension], {
    variables: shelvesVariables(address),
  });
  const shelves = data?.shelves;
  const initials = (data ?? previousData)?.shelves.initials;
  const size = initials?.reduce((sum, { count }) => sum + count, 0) ?? 0;
  // A bookshop's authors are many; whether its publishers and categories are, the answer says.
  const expectMany = dimension === 'author' && initials === undefined && error === undefined;
  const title = t(`shelf.${dimension}`);
  return (
    <div className="container page">
      <PageMeta
        title={letter === '' ? title : t('shelves.titleOfLetter', { title, letter })}
        description={t(`shelves.description_${dimension}`)}
        canonical={`/${dimension}${writeShelvesAddress({ letter })}`}
        structuredData={[breadcrumbData(ui('home'), [{ text: title }], `/${dimension}`)]}
        hidden={search !== '' || address.after !== '' || address.before !== '' || shelves?.totalCount === 0}
      />
      <Breadcrumbs crumbs={[{ text: title }]} />
      <div className={styles.head}>
        <h1>{title}</h1>
        {(size > longList || search !== '' || expectMany) && (
          <ShelvesSearch dimension={dimension} search={search} />
        )}
      </div>
      {(size > shelvesPerPage || letter !== '' || expectMany) && (
        <LetterIndex initials={initials} address={address} />
      )}
      {shelves === undefined && error !== undefined && (
        <ErrorMessage
          message={t(`shelves.failed_${dimension}`)}
          onRetry={() => refetch().catch(() => undefined)}
        />
      )}
      {shelves?.totalCount === 0 &&
        (search === '' && letter === '' ? (
          <EmptyState title={t(`shelves.empty_${dimension}`)} />
        ) : (
          <EmptyState title={t('shelves.noneFound')}>
            <Link className="button" to={pathname}>
              {t('shelves.showAll')}
            </Link>
          </EmptyState>
        ))}
      {error === undefined && (
        <ShelvesGrid shelves={shelves} kind={shelfKinds[dimension]} address={address} />
      )}
    </div>
  );
}

/** Finds among the names; a form, so that it works without scripts. */
function ShelvesSearch({ dimension, search }: { dimension: ListedDimension; search: string }) {
  const { t } = useTranslation('catalogue');
  const { pathname } = useLocation();
  return (
    <Form action={pathname} role="search" className={styles.search}>
      <input
        key={search}
        type="search"
        name="search"
        className="input"
        defaultValue={search}
        maxLength={longestName}
        placeholder={t(`shelves.find_${dimension}`)}
        aria-label={t(`shelves.find_${dimension}`)}
      />
      <button type="submit" className="button">
        {t('shelves.find')}
      </button>
    </Form>
  );
}
