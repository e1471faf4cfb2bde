import { useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { Form, Link, useLocation, useSearchParams } from 'react-router-dom';
import type { PageLoader, PageModule } from '#web/routing/page.tsx';
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorMessage } from '#web/ui/ErrorMessage.tsx';
import { PageMeta } from '#web/ui/page-head.tsx';
import { ShelfCard, ShelfCardSkeleton } from './ShelfCard.tsx';
import styles from './ShelvesPage.module.css';
import { type ListedDimension, type ShelfFields, type ShelfKind, shelfKinds } from './shelf-kinds.ts';

/** How many cards a page holds; the next ones are put below. From so many on, names can be searched. */
const cardsPerPage = 60;
const longList = 24;
const longestName = 200;

/** The page that lists all categories, publishers or authors (spec.md 2.5). */
export function shelvesPage(dimension: ListedDimension): PageModule {
  const kind = shelfKinds[dimension];
  const loader: PageLoader = async ({ prime }) => {
    await prime(kind.listDocument, {});
    return undefined;
  };
  return {
    loader,
    Component: function ShelvesOfDimension() {
      return <ShelvesScreen kind={kind} dimension={dimension} />;
    },
  };
}

function ShelvesScreen({ kind, dimension }: { kind: ShelfKind; dimension: ListedDimension }) {
  const { t } = useTranslation('catalogue');
  const { pathname } = useLocation();
  const [parameters] = useSearchParams();
  const { data, error, refetch } = useQuery(kind.listDocument);
  const title = t(`shelf.${dimension}`);
  const sought = (parameters.get('search') ?? '').trim().slice(0, longestName);
  const page = Math.max(1, Math.floor(Number(parameters.get('page'))) || 1);
  const found = data === undefined ? undefined : shelvesNamed(data.shelves, sought);
  const shown = found?.slice(0, page * cardsPerPage);
  return (
    <div className="container page">
      <PageMeta
        title={title}
        description={t(`shelves.description_${dimension}`)}
        canonical={`/${dimension}`}
        hidden={sought !== ''}
      />
      <Breadcrumbs crumbs={[{ text: title }]} />
      <div className={styles.head}>
        <h1>{title}</h1>
        {((data?.shelves.length ?? 0) > longList || sought !== '') && (
          <Form action={pathname} role="search" className={styles.search}>
            <input
              key={sought}
              type="search"
              name="search"
              className="input"
              defaultValue={sought}
              maxLength={longestName}
              placeholder={t(`shelves.find_${dimension}`)}
              aria-label={t(`shelves.find_${dimension}`)}
            />
            <button type="submit" className="button">
              {t('shelves.find')}
            </button>
          </Form>
        )}
      </div>
      {data === undefined && error !== undefined && (
        <ErrorMessage
          message={t(`shelves.failed_${dimension}`)}
          onRetry={() => refetch().catch(() => undefined)}
        />
      )}
      {data?.shelves.length === 0 && <EmptyState title={t(`shelves.empty_${dimension}`)} />}
      {data !== undefined && data.shelves.length > 0 && found?.length === 0 && (
        <EmptyState title={t('shelves.noneFound')}>
          <Link className="button" to={pathname}>
            {t('shelves.showAll')}
          </Link>
        </EmptyState>
      )}
      <ul className={kind.round ? `${styles.grid} ${styles.round}` : styles.grid}>
        {shown === undefined && error === undefined
          ? skeletons.map((key) => (
              <li key={key}>
                <ShelfCardSkeleton round={kind.round} />
              </li>
            ))
          : shown?.map((shelf) => (
              <li key={shelf.id}>
                <ShelfCard shelf={shelf} kind={kind} />
              </li>
            ))}
      </ul>
      {found !== undefined && shown !== undefined && found.length > shown.length && (
        <div className={styles.more}>
          <p className="muted">{t('shelves.progress', { shown: shown.length, total: found.length })}</p>
          <Link
            className="button"
            to={{ pathname, search: `?${addressOf(sought, page + 1)}` }}
            replace
            preventScrollReset
          >
            {t('shelves.more')}
          </Link>
        </div>
      )}
    </div>
  );
}

const skeletons = Array.from({ length: 12 }, (_, place) => place);

function shelvesNamed(shelves: readonly ShelfFields[], text: string): readonly ShelfFields[] {
  if (text === '') return shelves;
  const folded = fold(text);
  return shelves.filter(({ name }) => fold(name).includes(folded));
}

function fold(text: string): string {
  return text.normalize('NFC').toLocaleLowerCase('en-IN');
}

function addressOf(search: string, page: number): string {
  return new URLSearchParams({ ...(search === '' ? {} : { search }), page: String(page) }).toString();
}
