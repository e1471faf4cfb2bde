import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { textLanguage } from '#web/i18n/format.ts';
import { usePageLanguage } from '#web/i18n/PageLanguage.tsx';
import styles from './Breadcrumbs.module.css';

export interface Crumb {
  text: string;
  /** Left out for the page the reader is on. */
  to?: string;
  /** The id of a popover that it opens, in place of a link. */
  popover?: string;
  /** The language of its text, where more is known of it than the text tells. */
  lang?: string | undefined;
}

/** The way from Home to this page; Home itself is always put first. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = useTranslation('ui');
  const language = usePageLanguage();
  return (
    <nav aria-label={t('breadcrumbs')} className={styles.breadcrumbs}>
      <ol className={styles.list}>
        {[{ text: t('home'), to: '/' }, ...crumbs].map(({ text, to, popover, lang }: Crumb) => (
          <li key={`${to} ${text}`} className={styles.crumb} lang={lang ?? textLanguage(text, language)}>
            {popover !== undefined && (
              <button type="button" popoverTarget={popover}>
                {text}
              </button>
            )}
            {to !== undefined && <Link to={to}>{text}</Link>}
            {to === undefined && popover === undefined && <span aria-current="page">{text}</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
