import { Grid } from '@chakra-ui/react';
import { useTranslation } from '#web/i18n/translation.tsx';
import { PurchaseColumns } from '#web/quote/PurchaseColumns.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { PlaceholderHeading } from '#web/ui/theme/PlaceholderHeading.tsx';

/** The placeholder of the cart while it is loading. */
export function CartSkeleton() {
  const { t } = useTranslation('cart');
  return (
    <>
      <PlaceholderHeading>{t('title')}</PlaceholderHeading>
      <PurchaseColumns side={<Skeleton height="19rem" />}>
        <Grid gap="4">
          <Skeleton height="9rem" />
          <Skeleton height="9rem" />
          <Skeleton height="9rem" />
        </Grid>
      </PurchaseColumns>
    </>
  );
}
