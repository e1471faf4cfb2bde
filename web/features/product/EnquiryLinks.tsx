import { Link } from 'react-router-dom';
import { buildEnquiryPath, type EnquiryTopic } from '#web/catalogue/enquiry.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import styles from './ProductView.module.css';
import type { ProductFields } from './product-fields.ts';

/**
 * Links to the contact form with the book and a message filled in: to ask about the product and, if it is unavailable,
 * to order it or to be notified when it is back in stock.
 */
export function EnquiryLinks({ product }: { product: ProductFields }) {
  const { t } = useTranslation('ui');
  const { name, author, publisher, language, available } = product;
  const book = {
    productName: name,
    author: author?.name,
    publisher: publisher?.name,
    language: language?.name,
  };
  const topics: EnquiryTopic[] = available ? ['ask'] : ['back', 'order', 'ask'];
  return (
    <p className={`no-print ${styles.enquiries}`}>
      {topics.map((topic) => (
        <Link
          key={topic}
          to={buildEnquiryPath(topic, book)}
          className={topic === 'back' ? 'button button--solid' : 'link'}
        >
          {t(`enquiry.${topic}`)}
        </Link>
      ))}
    </p>
  );
}
