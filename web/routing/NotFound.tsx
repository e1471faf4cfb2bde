import type { ReactNode } from 'react';
import { Form, Link, useLocation } from 'react-router-dom';
import { useTranslation } from '#web/i18n/translation.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import styles from '#web/ui/status.module.css';
import { PageMeta } from './page-head.tsx';
import { maxSearchCharacters } from './search-limit.ts';

/**
 * The not-found page, with a search field and links into the catalogue. The server sends it with status 404.
 *
 * @param children links to what was probably meant.
 */
export function NotFound({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('ui');
  const { pathname } = useLocation();
  return (
    <div className="container page">
      <PageMeta title={t('notFound.title')} status={404} noIndex />
      <EmptyState icon="search" level={1} title={t('notFound.title')} text={t('notFound.text')}>
        {children}
        <Form
          action="/product"
          role="search"
          aria-label={t('notFound.searchLabel')}
          className={styles.search}
        >
          <input
            className="input"
            type="search"
            name="search"
            required
            maxLength={maxSearchCharacters}
            defaultValue={readWords(pathname)}
            aria-label={t('notFound.searchLabel')}
          />
          <button type="submit" className="button button--solid">
            {t('notFound.search')}
          </button>
        </Form>
        <nav className={styles.links} aria-label={t('notFound.links')}>
          <Link className="link" to="/product">
            {t('notFound.all')}
          </Link>
          <Link className="link" to="/category">
            {t('notFound.categories')}
          </Link>
          <Link className="link" to="/author">
            {t('notFound.authors')}
          </Link>
          <Link className="link" to="/publisher">
            {t('notFound.publishers')}
          </Link>
        </nav>
      </EmptyState>
    </div>
  );
}

/** The words of the last part of a path, to search for; empty if it has no letters, as in `/product/123`. */
function readWords(pathname: string): string {
  const [part = ''] = pathname.split('/').filter(Boolean).slice(-1);
  const words = decodePart(part).replaceAll(/[-_+]/g, ' ').trim();
  return /\p{Letter}/u.test(words) ? words.slice(0, maxSearchCharacters) : '';
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // The path contains malformed percent-encoding.
    return '';
  }
}
