import { useShop } from '#web/shop/shop.ts';
import styles from './Brand.module.css';

/** The shop's logo, or its names. */
export function Brand() {
  const { logo, name, marathiName } = useShop();
  if (logo !== undefined) {
    const { url, width, height } = logo;
    return <img src={url} width={width} height={height} alt={name} className={styles.image} />;
  }
  if (marathiName === '') return <span className={styles.logo}>{name}</span>;
  return (
    <>
      <span lang="mr" className={styles.logo}>
        {marathiName}
      </span>
      <span className={styles.name}>{name}</span>
    </>
  );
}
