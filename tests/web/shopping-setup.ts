import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { getBrowserSession } from '#web/auth/session.ts';
import { toastStore } from '#web/ui/toast/toasts.ts';
import { ShoppingGateway } from './shopping-gateway.ts';
import { setUpStubServer } from './stub-server.ts';

/** Sets up a new gateway with four books, two of them in the cart, for each test of a file. */
export function setUpShoppingGateway(): { current: ShoppingGateway } {
  const shop = { current: new ShoppingGateway() };
  const server = setUpStubServer();
  beforeEach(() => {
    vi.stubGlobal('scrollTo', () => undefined);
    const gateway = new ShoppingGateway();
    gateway.books.set('1', { name: 'Kim', price: 200, stock: 50 });
    gateway.books.set('2', { name: 'Godan', price: 100.5, stock: 50 });
    gateway.books.set('3', { name: 'Bangarwadi', price: 50, stock: 0 });
    gateway.books.set('4', { name: 'Meghadutam', price: 126, stock: 5 });
    gateway.cart.set('1', 1).set('2', 2);
    gateway.coupons.push(
      { id: '5', name: 'READ10', percentOff: 10 },
      { id: '6', name: 'READ20', percentOff: 20 },
    );
    gateway.addresses.push(createAddress('a', '12 Laxmi Road'), createAddress('b', '3 Karve Road'));
    server.use(...gateway.createHandlers());
    shop.current = gateway;
  });
  afterEach(() => {
    cleanup();
    getBrowserSession().signOut();
    toastStore.takePending();
    localStorage.clear();
  });
  return shop;
}

function createAddress(id: string, street: string): Record<string, string> {
  return {
    id,
    address: street,
    area: 'Sadashiv Peth',
    city: 'Pune',
    district: 'Pune',
    state: 'Maharashtra',
    pincode: '412105',
    landmark: 'The library',
  };
}
