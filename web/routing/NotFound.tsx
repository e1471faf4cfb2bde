import { Form, Link } from 'react-router-dom';
import { useTranslation } from '#web/i18n/translation.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import styles from '#web/ui/status.module.css';
import { PageMeta } from './page-head.tsx';

/** The not-found page, with a search field and links into the catalogue. */
export function NotFound() {
  const { t } = useTranslation('ui');
  return (
    <div className="container page">
      <PageMeta title={t('notFound.title')} noIndex />
      <EmptyState icon="search" level={1} title={t('notFound.title')} text={t('notFound.text')}>
        <Form action="/product" role="search" aria-label={t('notFound.search')} className={styles.search}>
          <input
            className="input"
            type="search"
            name="search"
            required
            maxLength={200}
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
