import { Link } from 'react-router-dom';
import { detectTextLanguage } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import styles from './Breadcrumbs.module.css';

export interface Crumb {
  text: string;
  /** The path of the link. Omitted for the current page and for a crumb with a popover. */
  to?: string;
  /** The id of a popover that the crumb opens instead of following a link. */
  popover?: string;
  /** The language of the text, if it cannot be detected from its script. */
  lang?: string | undefined;
  /** Left out on small screens, where the breadcrumbs take one line. */
  wideOnly?: boolean;
}

/** The path from Home to the current page. Home is added automatically. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t, language } = useTranslation('ui');
  return (
    <nav aria-label={t('breadcrumbs')} className={styles.breadcrumbs}>
      <ol className={styles.list}>
        {[{ text: t('home'), to: '/' }, ...crumbs].map(
          ({ text, to, popover, lang, wideOnly = false }: Crumb) => (
            <li
              key={`${to} ${text}`}
              className={wideOnly ? `${styles.crumb} ${styles.wideOnly}` : styles.crumb}
              lang={lang ?? detectTextLanguage(text, language)}
            >
              {popover !== undefined && (
                <button type="button" popoverTarget={popover}>
                  {text}
                </button>
              )}
              {to !== undefined && <Link to={to}>{text}</Link>}
              {to === undefined && popover === undefined && <span aria-current="page">{text}</span>}
            </li>
          ),
        )}
      </ol>
    </nav>
  );
}
