// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http } from 'msw';
import { Outlet } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { getBrowserSession } from '#web/auth/session.ts';
import { Component as InvoicePage } from '#web/features/account/InvoicePage.tsx';
import { Component as ProfilePage } from '#web/features/account/ProfilePage.tsx';
import { Component as SharedWishlistPage } from '#web/features/wishlist/SharedWishlistPage.tsx';
import { toasts } from '#web/ui/toast/toasts.ts';
import { serveGateway, shopper } from './account-gateway.ts';
import { createFailingFields, gatewayUrl, gateway as stub } from './gateway-stub.ts';
import { emptyOrderFields } from './orders.ts';
import { createBook } from './products.ts';
import { clickButton, renderComponent, renderRoutes } from './render-routes.tsx';
import { signIn, signInAnotherShopper } from './shoppers.ts';

const gateway = serveGateway();
beforeEach(() => {
  gateway.use(stub.query('Account', () => ({ user: { ...shopper, addresses: [] } })));
});

const book = { __typename: 'Product', id: '5', sku: '5', name: 'गीतारहस्य', thumbnail: null, images: [] };
const order = {
  ...emptyOrderFields,
  __typename: 'Shipment',
  id: 'order-1',
  number: 'A1',
  orderDate: '2026-11-12',
  totalPrice: 1029.5,
  status: 'PAID',
  statusText: 'Paid',
  address: '12 Lakshmi Road, Sadashiv Peth, Pune, Maharashtra, 411030',
  shipping: 30,
  deliveryFee: 0,
  lines: [
    { __typename: 'ShipmentLine', productName: book.name, quantity: 2, unitPrice: 449.5, product: book },
    { __typename: 'ShipmentLine', productName: 'Gitanjali', quantity: 1, unitPrice: 200.5, product: null },
  ],
};

/** Serves a shopper's orders, in the given pages. */
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
  await act(() => router.navigate('/?section=orders'));
  return router;
}

/** Shows an order with these fields, and opens the dialog with its details. */
async function openDetails(fields: object = {}): Promise<HTMLElement> {
  serveOrders([{ ...order, ...fields }]);
  await showOrders();
  await clickButton('View details of order A1');
  return screen.findByRole('dialog', { name: 'Order A1' });
}

const invoicedOrder = { ...order, customerName: null, customerContact: null };

async function showInvoice(fields: Partial<Record<keyof typeof invoicedOrder, unknown>>) {
  gateway.use(stub.query('Invoice', () => ({ user: shopper, node: { ...invoicedOrder, ...fields } })));
  signIn();
  await renderComponent(<InvoicePage />);
  return screen.findByRole('article');
}

describe('My Orders', () => {
  it('shows the number, date, total, status and tracking of each order', async () => {
    serveOrders([
      order,
      { ...order, id: 'order-2', number: 'A2', trackingNumber: 'EE123456789IN', status: 'DISPATCHED' },
    ]);
    await showOrders();
    const first = await screen.findByRole('article', { name: 'Order A1' });
    for (const text of ['12 Nov 2026', '₹1,029.50', 'Paid', 'N/A', '3 books']) {
      expect(within(first).getAllByText(text)).not.toEqual([]);
    }
    const other = screen.getByRole('article', { name: 'Order A2' });
    expect(within(other).getByText('EE123456789IN')).toBeDefined();
  });

  it('shows a message when there are none', async () => {
    serveOrders([]);
    await showOrders();
    await screen.findByText('No orders found.');
  });

  it('shows an error when the orders cannot be loaded, and can retry', async () => {
    gateway.use(stub.query('Orders', () => createFailingFields('down')));
    await showOrders();
    await screen.findByText("We couldn't load your orders.");
    serveOrders([order]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('article', { name: 'Order A1' });
  });

  it('appends the next page to the orders already shown', async () => {
    serveOrders([order], [{ ...order, id: 'order-2', number: 'A2' }]);
    await showOrders();
    const status = await screen.findByText('1 of 2 orders');
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
    await screen.findByRole('article', { name: 'Order A2' });
    expect(screen.getByRole('article', { name: 'Order A1' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(status));
    expect(status.textContent).toMatch(/2 orders/);
  });

  it('includes an order from another tab or device when the section is opened again', async () => {
    serveOrders([order]);
    const router = await showOrders();
    await screen.findByRole('article', { name: 'Order A1' });
    await act(() => router.navigate('/?section=addresses'));
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Order A1' })).toBeNull());
    serveOrders([{ ...order, id: 'order-2', number: 'A2' }, order]);
    await act(() => router.navigate('/?section=orders'));
    await screen.findByRole('article', { name: 'Order A2' });
    screen.getByRole('article', { name: 'Order A1' });
  });

  it('keeps the further pages after Back', async () => {
    serveOrders([order], [{ ...order, id: 'order-2', number: 'A2' }]);
    const router = await showOrders();
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    await screen.findByRole('article', { name: 'Order A2' });
    await act(() => router.navigate('/?section=addresses'));
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Order A1' })).toBeNull());
    let requestCount = 0;
    gateway.use(
      stub.query('Orders', () => {
        requestCount += 1;
        return { user: null };
      }),
    );
    await act(() => router.navigate(-1));
    await screen.findByRole('article', { name: 'Order A2' });
    expect(requestCount).toBe(0);
  });

  it.each([
    ['the shopper logs out', () => getBrowserSession().signOut(), 'Please Login or Create your account'],
    // The first page of the next shopper fails, too.
    ['another shopper signs in', signInAnotherShopper, "We couldn't load your orders."],
  ])(
    'shows no notification of an error if %s while the next page is loading',
    async (_, changeShopper, text) => {
      const requested = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      serveOrders([order], [{ ...order, id: 'order-2', number: 'A2' }]);
      await showOrders();
      await screen.findByText('1 of 2 orders');
      gateway.use(
        stub.query('Orders', async () => {
          requested.resolve();
          await released.promise;
          return createFailingFields('The cursor is invalid.', 'BAD_USER_INPUT');
        }),
      );
      await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
      await requested.promise;
      act(changeShopper);
      released.resolve();
      await screen.findByText(text);
      // An error would appear before this message.
      act(() => toasts.info('A later message'));
      await screen.findByText('A later message');
      const messages = within(screen.getByRole('region', { name: /^Notifications/ }));
      expect(messages.queryByText("We couldn't load your orders.")).toBeNull();
    },
  );

  it('keeps the label of the busy button while the next page is loading', async () => {
    serveOrders([order], [{ ...order, id: 'order-2', number: 'A2' }]);
    await showOrders();
    const button = await screen.findByRole('button', { name: 'Load more' });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    // A handler that returns no response passes the request on to the next one.
    gateway.use(http.post(gatewayUrl, () => released));
    await userEvent.click(button);
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
    expect(button.textContent).toBe('Load more');
    release();
    await screen.findByRole('article', { name: 'Order A2' });
  });

  it('shows the lines, amounts, address, status and tracking in a dialog', async () => {
    const dialog = await openDetails();
    const shown = dialog.textContent;
    for (const text of ['2 × ₹449.50', '₹899.00', 'Gitanjali', 'No longer available', 'N/A', 'Paid']) {
      expect(shown).toContain(text);
    }
    // The gateway does not return the discount. It is the difference: 899.00 + 200.50 + 30.00 − 1,029.50 = 100.00.
    for (const text of ['Books₹1,099.50', 'Discount−₹100.00', 'Shipping₹30.00', 'Total₹1,029.50']) {
      expect(shown).toContain(text);
    }
    expect(shown).toContain(order.address);
    expect(within(dialog).getByRole('link', { name: book.name }).getAttribute('href')).toBe('/product/5');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Order A1' })).toBeNull());
  });

  it('names the coupon that gave the discount, and the delivery fee', async () => {
    const dialog = await openDetails({ couponName: 'READ10', deliveryFee: 25 });
    for (const text of ['Discount (READ10)−₹125.00', 'Delivery fee₹25.00'])
      expect(dialog.textContent).toContain(text);
  });

  it.each([
    ['CASH_ON_DELIVERY', 'Cash on delivery'],
    ['ONLINE', 'Paid online'],
  ])('says how an order is paid: %s', async (paymentMethod, text) => {
    const dialog = await openDetails({ status: 'PACKED', statusText: 'Packed', paymentMethod });
    within(dialog).getByRole('heading', { name: 'Payment' });
    within(dialog).getByText(text);
  });

  it('omits unknown amounts', async () => {
    const lines = order.lines.map((line) => ({ ...line, unitPrice: null }));
    const dialog = await openDetails({ shipping: null, deliveryFee: null, lines });
    expect(within(dialog).getByText('2 copies')).toBeDefined();
    for (const text of ['Discount', 'Shipping', 'Delivery fee']) {
      expect(within(dialog).queryByText(text)).toBeNull();
    }
  });

  it('shows only what is known about an order without lines', async () => {
    serveOrders([{ ...order, lines: [] }]);
    await showOrders();
    const card = await screen.findByRole('article', { name: 'Order A1' });
    expect(within(card).queryByText(/books/)).toBeNull();
    expect(within(card).queryByRole('button', { name: /^Order again/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'View details of order A1' }));
    const dialog = await screen.findByRole('dialog', { name: 'Order A1' });
    expect(within(dialog).getAllByText('₹1,029.50')).not.toEqual([]);
    for (const text of ['Books', 'Discount']) expect(within(dialog).queryByText(text)).toBeNull();
    expect(within(dialog).queryByRole('button', { name: /^Order again/ })).toBeNull();
  });
});

describe('the invoice', () => {
  it('names the books, even on hosts that record no titles', async () => {
    const [listed, withdrawn] = order.lines;
    const invoice = await showInvoice({ lines: [{ ...listed, productName: '' }, withdrawn] });
    const rows = within(invoice).getAllByRole('row').slice(1, 3);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'गीतारहस्य2₹449.50₹899.00',
      'Gitanjali1₹200.50₹200.50',
    ]);
  });

  it('has the name and contact number of the customer at the time of the order', async () => {
    const invoice = await showInvoice({ customerName: 'Asha Joshi', customerContact: '9000000099' });
    within(invoice).getByText('Asha Joshi');
    within(invoice).getByText('9000000099');
    expect(within(invoice).queryByText(shopper.contact)).toBeNull();
  });

  it('has the name and contact number of the profile if the order lacks them', async () => {
    const invoice = await showInvoice({ customerName: null, customerContact: null });
    within(invoice).getByText(shopper.username);
    within(invoice).getByText(shopper.contact);
  });

  it('says how the order is paid', async () => {
    const invoice = await showInvoice({ paymentMethod: 'CASH_ON_DELIVERY' });
    expect(invoice.textContent).toContain('Payment: Cash on delivery');
    expect(invoice.textContent).not.toContain('Cancelled');
  });

  it('says that the order was cancelled, and when', async () => {
    const cancelled = { status: 'CANCELLED', changedAt: '2026-11-13T20:30:00Z', reason: null };
    const invoice = await showInvoice({
      status: 'CANCELLED',
      statusHistory: addTypenames(placedStep, cancelled),
    });
    // 20:30 in UTC is 2:00 on the next day in India.
    within(invoice).getByText('Cancelled: 14 Nov 2026');
  });

  it('says that the order was cancelled even if the date is unknown', async () => {
    const invoice = await showInvoice({ status: 'CANCELLED', statusHistory: null });
    within(invoice).getByText('Cancelled');
  });

  it('is not shown to the next shopper who signs in', async () => {
    gateway.use(stub.query('Invoice', () => ({ user: shopper, node: { ...invoicedOrder, lines: [] } })));
    signIn();
    const routes = [
      { path: '/', element: <ProfilePage /> },
      { path: '/invoice/:orderId', element: <InvoicePage /> },
    ];
    const { router } = await renderRoutes({ routes, layout: <Outlet />, entry: '/invoice/order-1' });
    await screen.findByText(order.address);
    await act(() => router.navigate('/'));
    await screen.findByRole('heading', { name: new RegExp(shopper.username) });
    const nextShopper = { ...shopper, username: 'Bina' };
    gateway.use(
      stub.query('Account', () => ({ user: { ...nextShopper, addresses: [] } })),
      stub.query('Invoice', () => ({ user: nextShopper, node: null })),
    );
    act(signInAnotherShopper);
    await screen.findByRole('heading', { name: /Bina/ });
    await act(() => router.navigate(-1));
    await screen.findByText("We couldn't find this order.");
    expect(screen.queryByText(order.address)).toBeNull();
  });
});

const placedStep = { status: 'PLACED', changedAt: '2026-11-12T20:30:00Z', reason: null };
const packedStep = { status: 'PACKED', changedAt: '2026-11-14T05:00:00Z', reason: null };
const addTypenames = (...steps: object[]) => steps.map((step) => ({ __typename: 'OrderStep', ...step }));

/** The text of each step of an order: its title, `(Done)` if the order has reached it, and any description. */
async function findSteps(number = 'A1'): Promise<string[]> {
  const article = await screen.findByRole('article', { name: `Order ${number}` });
  const list = within(article).getByLabelText('Order progress');
  return [...list.children].map(({ textContent }) => textContent ?? '');
}

describe('the steps of an order', () => {
  it.each([
    [
      'that is packed',
      { status: 'PACKED', expectedBy: '2026-11-18', statusHistory: addTypenames(placedStep, packedStep) },
      // 20:30 in UTC is 2:00 on the next day in India.
      [
        'Placed (Done)13 Nov 2026',
        'Packed (Done)14 Nov 2026',
        'Dispatched',
        'DeliveredExpected by 18 Nov 2026',
      ],
    ],
    [
      'whose history the host does not store',
      { status: 'DISPATCHED' },
      ['Placed (Done)12 Nov 2026', 'Packed (Done)', 'Dispatched (Done)', 'Delivered'],
    ],
    [
      'that is paid',
      { status: 'PAID', statusHistory: addTypenames({ ...placedStep, status: 'PAID' }) },
      ['Placed (Done)13 Nov 2026', 'Packed', 'Dispatched', 'Delivered'],
    ],
    [
      'that was paid on a later day',
      {
        status: 'PAID',
        statusHistory: addTypenames(placedStep, { ...packedStep, status: 'PAID' }),
      },
      ['Placed (Done)13 Nov 2026', 'Packed', 'Dispatched', 'Delivered'],
    ],
  ])('are shown, with any known dates, for an order %s', async (_, fields, expected) => {
    serveOrders([{ ...order, ...fields }]);
    await showOrders();
    expect(await findSteps()).toEqual(expected);
  });

  it('end with the cancellation and its reason', async () => {
    const cancelled = { status: 'CANCELLED', changedAt: '2026-11-13T05:00:00Z', reason: 'Ordered twice' };
    const dialog = await openDetails({
      status: 'CANCELLED',
      statusHistory: addTypenames(placedStep, cancelled),
    });
    const list = within(dialog).getByLabelText('Order progress');
    expect([...list.children].map(({ textContent }) => textContent)).toEqual([
      'Placed (Done)13 Nov 2026',
      'Cancelled (Done)13 Nov 2026: Ordered twice',
    ]);
  });

  it('are left out if the status is unknown', async () => {
    serveOrders([{ ...order, status: 'UNKNOWN', statusText: 'Lost in the post' }]);
    await showOrders();
    const article = await screen.findByRole('article', { name: 'Order A1' });
    within(article).getByText('Lost in the post');
    expect(within(article).queryByLabelText('Order progress')).toBeNull();
  });

  it('link to the tracking page of the carrier', async () => {
    serveOrders([{ ...order, status: 'DISPATCHED', trackingUrl: 'https://carrier.example/T-1' }]);
    await showOrders();
    const link = await screen.findByRole('link', { name: 'Track parcel' });
    expect(link.getAttribute('href')).toBe('https://carrier.example/T-1');
  });
});

describe('cancelling an order', () => {
  const cancellableOrder = { ...order, status: 'PLACED', cancellable: true };
  const cancelledOrder = { ...order, status: 'CANCELLED', cancellable: false };

  /** Cancels the order in its open details. */
  async function cancelOrder(): Promise<void> {
    await clickButton('Cancel order A1');
    await clickButton('Yes, cancel it');
  }

  it('asks first, and then shows the order as cancelled', async () => {
    gateway.respond('CancelOrder', 'cancelOrder', { shipment: cancelledOrder });
    const dialog = await openDetails(cancellableOrder);
    await clickButton('Cancel order A1');
    await clickButton('Keep the order');
    expect(gateway.sentInputs).toEqual([]);
    await cancelOrder();
    await screen.findByText('Order A1 was cancelled.');
    expect(gateway.sentInputs).toEqual([{ orderId: 'order-1' }]);
    await waitFor(() => expect(within(dialog).queryByRole('button', { name: 'Cancel order A1' })).toBeNull());
    expect(within(dialog).getAllByText('Cancelled').length).toBeGreaterThan(0);
  });

  it('updates the stock of its books on other pages', async () => {
    let available = false;
    gateway.use(stub.query('SharedWishlist', () => ({ nodes: [{ ...createBook(5), ...book, available }] })));
    serveOrders([cancellableOrder]);
    signIn();
    const routes = [
      { path: '/', element: <ProfilePage /> },
      { path: '/shared-wish-list', element: <SharedWishlistPage /> },
    ];
    const entry = '/shared-wish-list?books=5';
    const { router } = await renderRoutes({ routes, layout: <Outlet />, entry });
    await screen.findByText('Currently unavailable');
    await act(() => router.navigate('/?section=orders'));
    await clickButton('View details of order A1');
    await clickButton('Cancel order A1');
    available = true;
    gateway.respond('CancelOrder', 'cancelOrder', { shipment: cancelledOrder });
    await clickButton('Yes, cancel it');
    await screen.findByText('Order A1 was cancelled.');
    await act(() => router.navigate(entry));
    await waitFor(() => {
      screen.getByRole('heading', { name: book.name });
      expect(screen.queryByText('Currently unavailable')).toBeNull();
    });
  });

  it('sends the request again if the response was lost', async () => {
    gateway.loseFirstResponse('CancelOrder', 'cancelOrder', { shipment: cancelledOrder });
    await openDetails(cancellableOrder);
    await cancelOrder();
    await screen.findByText('Order A1 was cancelled.');
    expect(gateway.sentInputs).toHaveLength(2);
  });

  it('says why it failed, and shows the order as it is now', async () => {
    const packed = { ...cancellableOrder, status: 'PACKED', cancellable: false };
    const message = 'This order can no longer be cancelled.';
    gateway.respond('CancelOrder', 'cancelOrder', { shipment: packed }, [
      { code: 'NOT_CANCELLABLE', message, field: ['orderId'] },
    ]);
    const dialog = await openDetails(cancellableOrder);
    await cancelOrder();
    await screen.findByText(message);
    await waitFor(() => expect(within(dialog).queryByRole('button', { name: 'Cancel order A1' })).toBeNull());
    expect(within(dialog).getByLabelText('Order progress').textContent).toContain('Packed (Done)');
  });

  it('says when to try again after too many cancellations', async () => {
    gateway.use(
      stub.mutation('CancelOrder', () =>
        createFailingFields('Too many.', 'RATE_LIMITED', { retryAfterSeconds: 661 }),
      ),
    );
    await openDetails(cancellableOrder);
    await cancelOrder();
    await screen.findByText('Too many attempts. Please try again in 12 minutes.');
  });

  it('shows no error to the next shopper who signs in before the response', async () => {
    const release = gateway.holdResponses('CancelOrder', 'cancelOrder', { shipment: null });
    await openDetails(cancellableOrder);
    await cancelOrder();
    await waitFor(() => expect(gateway.sentInputs).toHaveLength(1));
    act(signInAnotherShopper);
    release();
    // An error of the first cancellation would appear before the next shopper's success message.
    gateway.respond('CancelOrder', 'cancelOrder', { shipment: cancelledOrder });
    await clickButton('View details of order A1');
    await cancelOrder();
    await screen.findByText('Order A1 was cancelled.');
    expect(screen.queryByText("We couldn't cancel the order. Please try again.")).toBeNull();
  });

  it('is not offered for an order that cannot be cancelled, but help and the invoice are', async () => {
    const dialog = await openDetails();
    expect(within(dialog).queryByRole('button', { name: 'Cancel order A1' })).toBeNull();
    expect(within(dialog).getByRole('link', { name: 'Help with this order' }).getAttribute('href')).toBe(
      '/contactus?order=A1',
    );
    expect(within(dialog).getByRole('link', { name: 'Invoice' }).getAttribute('href')).toBe(
      '/profile/invoice/order-1',
    );
  });
});
