import { Box, Grid } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface PurchaseColumnsProps {
  /** Shown below the children. From the `lg` breakpoint it is beside them and stays in view while scrolling. */
  side: ReactNode;
  children: ReactNode;
}

/** The layout of the cart and the checkout: products and choices, with a second column for the price. */
export function PurchaseColumns({ side, children }: PurchaseColumnsProps) {
  return (
    <Grid
      marginBlockStart="5"
      gap={{ base: '8', lg: '3.5rem' }}
      alignItems={{ lg: 'start' }}
      gridTemplateColumns={{ lg: 'minmax(0, 1fr) 23rem' }}
    >
      {children}
      <Box position={{ lg: 'sticky' }} insetBlockStart="5.5rem">
        {side}
      </Box>
    </Grid>
  );
}
