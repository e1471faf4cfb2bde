import { Box, Grid } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface PurchaseColumnsProps {
  /** Below the choices; from `lg` beside them, where it stays in sight. */
  side: ReactNode;
  children: ReactNode;
}

/** The layout of the cart and the checkout: the products and choices, and their price. */
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
