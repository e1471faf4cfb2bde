import { useTranslation } from '#web/i18n/translation.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import galleryStyles from './Gallery.module.css';
import viewStyles from './ProductView.module.css';

/** The placeholder of the product page while it loads. */
export function ProductSkeleton() {
  const { t } = useTranslation('product');
  return (
    <>
      <p role="status" className="visually-hidden">
        {t('loading')}
      </p>
      <Skeleton height="1.4rem" width="min(100%, 30rem)" />
      <div className={`${viewStyles.product} ${viewStyles.loading}`}>
        <div className={galleryStyles.gallery}>
          <div className={galleryStyles.frame}>
            <div className={galleryStyles.placeholder}>
              <Skeleton height="100%" />
            </div>
          </div>
        </div>
        <div className={viewStyles.info}>
          <Skeleton height="2.75rem" width="75%" />
          <Skeleton height="1.5rem" width="40%" />
          <Skeleton height="2.25rem" width="50%" />
          <Skeleton height="1.5rem" width="30%" />
          <Skeleton height="2.75rem" width="20rem" />
          <Skeleton height="16rem" />
        </div>
      </div>
    </>
  );
}
