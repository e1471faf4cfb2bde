import { useBestProductsQuery } from '#web/catalogue/BestProducts.generated.ts';
import { Cover } from '#web/catalogue/Cover.tsx';
import styles from './AboutPicture.module.css';

const maxCovers = 6;

/** The covers of some of the best products, side by side. Keeps its height while they load. */
export function AboutPicture() {
  const products = useBestProductsQuery().data?.products.edges.map(({ node }) => node) ?? [];
  const productsWithCover = products.filter(({ thumbnail }) => thumbnail !== null).slice(0, maxCovers);
  return (
    <div aria-hidden="true" className={styles.picture}>
      {productsWithCover.map(({ id, name, thumbnail }) => (
        <span key={id} className={styles.book}>
          <Cover src={thumbnail} name={name} slot="lineItem" eager />
        </span>
      ))}
    </div>
  );
}
