import { useBestProductsQuery } from '#web/catalogue/BestProducts.generated.ts';
import { Cover } from '#web/catalogue/Cover.tsx';
import styles from './AboutPicture.module.css';

const maxBooks = 6;

/** A picture of books of the shop, side by side. It keeps its height while they load. */
export function AboutPicture() {
  const products = useBestProductsQuery().data?.products.edges.map(({ node }) => node) ?? [];
  const pictured = products.filter(({ thumbnail }) => thumbnail !== null).slice(0, maxBooks);
  return (
    <div aria-hidden="true" className={styles.picture}>
      {pictured.map(({ id, name, thumbnail }) => (
        <span key={id} className={styles.book}>
          <Cover src={thumbnail} name={name} slot="lineItem" eager />
        </span>
      ))}
    </div>
  );
}
