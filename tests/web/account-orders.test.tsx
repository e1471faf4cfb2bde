// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { Component as ProfilePage } from '#web/features/account/ProfilePage.tsx';
import { serveGateway, shopper, signIn } from './account-gateway.ts';
import { failing, gateway as stub } from './gateway-stub.ts';
import { renderComponent } from './render-component.tsx';

const gateway = serveGateway();
beforeEach(() => {
  gateway.use(stub.query('Account', () => ({ user: { ...shopper, addresses: [] } })));
});

const book = { __typename: 'Product', id: '5', sku: '5', name: 'गीतारहस्य', thumbnail: null, images: [] };
const order = {
  __typename: 'Shipment',
  id: 'order-1',
  number: 'A1',
  orderDate: '2026-11-12',
  totalPrice: 1029.5,
  status: 'PAID',
  statusText: 'Paid',
  trackingNumber: null,
  address: '12 Lakshmi Road, Sadashiv Peth, Pune, Maharashtra, 411030',
  shipping: 30,
  deliveryFee: 0,
  lines: [
    { __typename: 'ShipmentLine', productName: book.name, quantity: 2, unitPrice: 449.5, product: book },
    { __typename: 'ShipmentLine', productName: 'Gitanjali', quantity: 1, unitPrice: 200.5, product: null },
  ],
};

/** Serves pages of orders. */
function serveOrders(...pages: Array<readonly object[]>): void {
  gateway.use(
    stub.query('Orders', ({ variables }) => {
      const page = variables.after === undefined || variables.after === null ? 0 : Number(variables.after);
      const orders = {
        __typename: 'ShipmentConnection',
        edges: (pages[page] ?? []).map((node) => ({ __typename: 'ShipmentEdge', cursor: '', node })),
        pageInfo: {
          __typename: 'PageInfo',
          endCursor: String(page + 1),
          hasNextPage: page + 1 < pages.length,
        },
        totalCount: pages.flat().length,
      };
      return { user: { __typename: 'User', id: shopper.id, orders } };
    }),
  );
}

async function showOrders() {
  signIn();
  const { router } = await renderComponent(<ProfilePage />);
  await router.navigate('/?section=orders');
}

describe('My Orders', () => {
  it('shows the number, date, total, status and tracking of each', async () => {
    serveOrders([
      order,
      { ...order, id: 'order-2', number: 'A2', trackingNumber: 'EE123456789IN', status: 'DISPATCHED' },
    ]);
    await showOrders();
    const first = await screen.findByRole('article', { name: 'Order A1' });
    for (const text of ['12 Nov 2026', '₹1,029.50', 'Paid', 'N/A', '3 books']) {
      expect(within(first).getByText(text)).toBeDefined();
    }
    const other = screen.getByRole('article', { name: 'Order A2' });
    expect(within(other).getByText('EE123456789IN')).toBeDefined();
  });

  it('shows a message when there are none', async () => {
    serveOrders([]);
    await showOrders();
    await screen.findByText('No orders found.');
  });

  it('shows an error when they cannot be loaded, and can be retried', async () => {
    gateway.use(stub.query('Orders', () => failing('down')));
    await showOrders();
    await screen.findByText("We couldn't load your orders.");
    serveOrders([order]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('article', { name: 'Order A1' });
  });

  it('appends the next page to the orders already shown', async () => {
    serveOrders([order], [{ ...order, id: 'order-2', number: 'A2' }]);
    await showOrders();
    await screen.findByText('1 of 2 orders');
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
    await screen.findByRole('article', { name: 'Order A2' });
    expect(screen.getByRole('article', { name: 'Order A1' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  it('shows the lines, amounts, address, status and tracking in a dialog', async () => {
    serveOrders([order]);
    await showOrders();
    await userEvent.click(await screen.findByRole('button', { name: 'View details of order A1' }));
    const dialog = await screen.findByRole('dialog', { name: 'Order A1' });
    const shown = dialog.textContent;
    for (const text of ['2 × ₹449.50', '₹899.00', 'Gitanjali', 'No longer available', 'N/A', 'Paid']) {
      expect(shown).toContain(text);
    }
    // 899.00 + 200.50 + 30.00 - 100.00 = 1,029.50
    for (const text of ['Books₹1,099.50', 'Discount-₹100.00', 'Shipping₹30.00', 'Total₹1,029.50']) {
      expect(shown).toContain(text);
    }
    expect(shown).toContain(order.address);
    expect(within(dialog).getByRole('link', { name: book.name }).getAttribute('href')).toBe('/product/5');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Order A1' })).toBeNull());
  });

  it('omits unknown amounts', async () => {
    const lines = order.lines.map((line) => ({ ...line, unitPrice: null }));
    serveOrders([{ ...order, shipping: null, deliveryFee: null, lines }]);
    await showOrders();
    await userEvent.click(await screen.findByRole('button', { name: 'View details of order A1' }));
    const dialog = await screen.findByRole('dialog', { name: 'Order A1' });
    expect(within(dialog).getByText('2 copies')).toBeDefined();
    for (const text of ['Discount', 'Shipping', 'Delivery fee']) {
      expect(within(dialog).queryByText(text)).toBeNull();
    }
  });
});
