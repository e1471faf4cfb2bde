import { useTranslation } from 'react-i18next';
import { Form, useLocation } from 'react-router-dom';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './SearchForm.module.css';

/** Leads to the general listing with what was typed; a plain form, so it works without scripts too. */
export function SearchForm() {
  const { t } = useTranslation('app');
  const { pathname, search } = useLocation();
  const searched = pathname === '/product' ? (new URLSearchParams(search).get('search') ?? '') : '';
  return (
    <Form action="/product" role="search" aria-label={t('search.label')} className={styles.form}>
      <input
        // A new search starts from what the listing shows; typing is not disturbed by anything else.
        key={searched}
        className={styles.input}
        type="search"
        name="search"
        defaultValue={searched}
        maxLength={200}
        required
        autoComplete="off"
        enterKeyHint="search"
        placeholder={t('search.placeholder')}
        aria-label={t('search.label')}
      />
      <button type="submit" className={styles.submit} aria-label={t('search.submit')}>
        <Icon name="search" size={20} />
      </button>
    </Form>
  );
}
