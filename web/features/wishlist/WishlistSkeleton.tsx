import { Box, Grid } from '@chakra-ui/react';
import { useTranslation } from '#web/i18n/translation.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { PlaceholderHeading } from '#web/ui/theme/PlaceholderHeading.tsx';

export const wishlistGrid = {
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 26rem), 1fr))',
  columnGap: '3rem',
  marginBlockStart: '4',
} as const;

/** Separates the products, because the grid has no gap between its rows. */
export const wishlistRow = { paddingBlock: '6', borderBlockEndWidth: '1px' } as const;

/** The placeholder of the wish list while it is loading. */
export function WishlistSkeleton() {
  const { t } = useTranslation('wishlist');
  return (
    <>
      <PlaceholderHeading>{t('title')}</PlaceholderHeading>
      <Grid {...wishlistGrid}>
        {['a', 'b', 'c', 'd'].map((key) => (
          <Box key={key} {...wishlistRow}>
            <Skeleton height="12rem" />
          </Box>
        ))}
      </Grid>
    </>
  );
}
