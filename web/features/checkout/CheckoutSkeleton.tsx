import { Grid } from '@chakra-ui/react';
import { PurchaseColumns } from '#web/quote/PurchaseColumns.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { PlaceholderHeading } from '#web/ui/theme/PlaceholderHeading.tsx';

/** The placeholder of a checkout page while it is loading. */
export function CheckoutSkeleton({ title }: { title: string }) {
  return (
    <>
      <PlaceholderHeading>{title}</PlaceholderHeading>
      <PurchaseColumns side={<Skeleton height="18rem" />}>
        <Grid gap="4">
          <Skeleton height="7rem" />
          <Skeleton height="7rem" />
          <Skeleton height="6rem" />
        </Grid>
      </PurchaseColumns>
    </>
  );
}
