import { Link } from 'react-router-dom';
import { BestProducts } from '#web/catalogue/BestProducts.tsx';
import { buildEnquiryPath } from '#web/catalogue/enquiry.ts';
import { LanguageLinks } from '#web/catalogue/LanguageLinks.tsx';
import { useTranslation } from '#web/i18n/translation.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import styles from './NothingFound.module.css';

/**
 * Shown for a search without any result: a link to ask the shop for the book, links into the catalogue, and the best
 * products. It suggests no books that match only some of the words, because the search returns these itself.
 */
export function NothingFound({ search }: { search: string }) {
  const { t } = useTranslation('catalogue');
  const { t: tUi } = useTranslation('ui');
  return (
    <>
      <EmptyState icon="search" title={t('listing.empty')} text={t('listing.askText')}>
        <Link className="button button--solid" to={buildEnquiryPath('order', { productName: search })}>
          {tUi('enquiry.order')}
        </Link>
        <nav aria-label={tUi('notFound.links')} className={styles.links}>
          <LanguageLinks className={styles.languages} linkClassName="button button--small" />
          <Link className="link" to="/category">
            {tUi('notFound.categories')}
          </Link>
          <Link className="link" to="/author">
            {tUi('notFound.authors')}
          </Link>
          <Link className="link" to="/product">
            {tUi('notFound.all')}
          </Link>
        </nav>
      </EmptyState>
      <BestProducts addFlow="listing" />
    </>
  );
}
