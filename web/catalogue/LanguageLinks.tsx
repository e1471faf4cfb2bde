import { NavLink } from 'react-router-dom';
import { detectNameLanguage } from '#web/i18n/format.ts';
import { getCollectionPath } from './collections.ts';
import styles from './LanguageLinks.module.css';
import { useLanguagesQuery } from './Languages.generated.ts';

interface LanguageLinksProps {
  /** The class of the list. */
  className?: string | undefined;
  linkClassName: string | undefined;
  onFollow?: () => void;
}

/**
 * A list of links, one for each language in which the shop has books. The layout preloads `LanguagesDocument`. If the
 * query fails, the list is empty; the home page still links to the languages with the most books.
 */
export function LanguageLinks({ className, linkClassName, onFollow }: LanguageLinksProps) {
  const languages = useLanguagesQuery().data?.collections.filter(({ productCount }) => productCount > 0);
  return (
    <ul className={className}>
      {languages?.map(({ id, name }) => (
        <li key={id}>
          <NavLink
            to={getCollectionPath('language', name)}
            className={`${styles.link} ${linkClassName}`}
            lang={detectNameLanguage(name)}
            onClick={onFollow}
          >
            {name}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
