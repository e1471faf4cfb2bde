import { useShop } from '#web/shop/shop.ts';
import styles from './Brand.module.css';

/** The shop's logo, or the shop's names if it has no logo. */
export function Brand() {
  const { logo, name, marathiName } = useShop();
  if (logo !== undefined) {
    const { url, width, height } = logo;
    return <img src={url} width={width} height={height} alt={name} className={styles.logo} />;
  }
  if (marathiName === '') return <span className={styles.title}>{name}</span>;
  return (
    <>
      <span lang="mr" className={styles.title}>
        {marathiName}
      </span>
      <span className={styles.name}>{name}</span>
    </>
  );
}
