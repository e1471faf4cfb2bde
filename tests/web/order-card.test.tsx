// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { OrderCard } from '#web/features/account/OrderCard.tsx';
import { ChakraScope } from '#web/ui/theme/ChakraScope.tsx';
import { placedOrder } from './orders.ts';
import { renderComponent } from './render-routes.tsx';

it.each([
  ['PLACED', 1],
  ['UNKNOWN', 0],
  ['DELIVERED', 0],
  ['CANCELLED', 0],
] as const)('the number of step lists in an order card with status %s is %i', async (status, count) => {
  const { container } = await renderComponent(
    <ChakraScope>
      <OrderCard
        order={{ ...placedOrder, status }}
        onPrepareDetails={() => undefined}
        onOpenDetails={() => undefined}
      />
    </ChakraScope>,
  );
  expect(container.querySelectorAll('.steps')).toHaveLength(count);
  expect(screen.queryAllByRole('list', { name: 'Order progress' })).toHaveLength(count);
});
