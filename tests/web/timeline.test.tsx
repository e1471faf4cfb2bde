// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Timeline } from '#web/ui/Timeline.tsx';
import { ChakraScope } from '#web/ui/theme/ChakraScope.tsx';
import { renderComponent } from './render-routes.tsx';

const steps = [
  { id: 'placed', title: 'Placed', description: '20 Nov 2026' },
  { id: 'packed', title: 'Packed' },
  { id: 'delivered', title: 'Delivered' },
];

it.each([
  [0, ['Placed20 Nov 2026', 'Packed', 'Delivered'], undefined],
  [1, ['Placed (Done)20 Nov 2026', 'Packed', 'Delivered'], 'Placed'],
  [3, ['Placed (Done)20 Nov 2026', 'Packed (Done)', 'Delivered (Done)'], 'Delivered'],
])(
  'a timeline with %i steps reached says which are done and which is current',
  async (reachedCount, texts, current) => {
    await renderComponent(
      <ChakraScope>
        <Timeline label="Order status" steps={steps} reachedCount={reachedCount} />
      </ChakraScope>,
    );
    const items = within(screen.getByRole('list', { name: 'Order status' })).getAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual(texts);
    const marked = items.filter((item) => item.getAttribute('aria-current') === 'step');
    expect(marked.map((item) => item.textContent?.match(/^\w+/)?.[0])).toEqual(
      current === undefined ? [] : [current],
    );
  },
);
