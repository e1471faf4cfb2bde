import { Grid } from '@chakra-ui/react';
import { useTranslation } from '#web/i18n/translation.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { PlaceholderHeading } from '#web/ui/theme/PlaceholderHeading.tsx';

export const wishlistGrid = {
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 26rem), 1fr))',
  columnGap: '3rem',
  marginBlockStart: '4',
} as const;

/** The placeholder of the wish list while it is loading. */
export function WishlistSkeleton() {
  const { t } = useTranslation('wishlist');
  return (
    <>
      <PlaceholderHeading>{t('title')}</PlaceholderHeading>
      <Grid {...wishlistGrid}>
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} height="12rem" />
        ))}
      </Grid>
    </>
  );
}
