// @vitest-environment jsdom
import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { App } from '#web/app/App.tsx';
import { RupeePrice } from '#web/catalogue/RupeePrice.tsx';
import { OrderStatus } from '#web/features/account/OrderCard.tsx';
import { OrderSteps } from '#web/features/account/OrderSteps.tsx';
import { changeLanguage, createI18n } from '#web/i18n/i18n.ts';
import type { LanguageCode } from '#web/i18n/languages.ts';
import { OrderSummary } from '#web/quote/OrderSummary.tsx';
import { ErrorMessage } from '#web/ui/ErrorMessage.tsx';
import { ChakraScope } from '#web/ui/theme/ChakraScope.tsx';
import { demoShop } from '../demo-shop.ts';
import { placedOrder } from './orders.ts';

async function renderInLanguage(content: ReactNode, language: LanguageCode) {
  const i18n = await createI18n(language);
  const client = new ApolloClient({ cache: new InMemoryCache(), link: ApolloLink.empty() });
  render(
    <App client={client} i18n={i18n} shop={demoShop}>
      <ChakraScope>{content}</ChakraScope>
    </App>,
  );
  return i18n;
}

describe('changing the language', () => {
  it('translates the components, sets the language of the document and keeps Latin digits', async () => {
    const i18n = await renderInLanguage(
      <>
        <RupeePrice product={{ price: 1234.5, mrp: 1500, discountPercent: 17.7 }} />
        <ErrorMessage message="Nothing." onRetry={() => undefined} />
      </>,
      'en',
    );
    expect(screen.getByText('17.7% off')).toBeDefined();
    await act(() => changeLanguage(i18n, 'mr'));
    expect(screen.getByText('17.7% सूट')).toBeDefined();
    expect(screen.getByText('₹1,234.50')).toBeDefined();
    expect(screen.getByRole('button', { name: 'पुन्हा प्रयत्न करा' })).toBeDefined();
    expect(document.documentElement.lang).toBe('mr');
    await act(() => changeLanguage(i18n, 'en'));
    expect(screen.getByText('17.7% off')).toBeDefined();
  });
});

describe('the interface', () => {
  it.each([
    ['mr', 1, '1 पुस्तक'],
    ['mr', 0, '0 पुस्तके'],
    ['mr', 1234567, '12,34,567 पुस्तके'],
    ['hi', 0, '0 किताबें'],
    ['hi', 1, '1 किताब'],
    ['hi', 2, '2 किताबें'],
  ] as const)('uses the plural forms of %s: %d', async (language, count, text) => {
    const i18n = await createI18n(language);
    expect(i18n.getTranslate('catalogue')('listing.count', { count })).toBe(text);
  });

  it.each([
    ['en', '4-5 days'],
    ['mr', '4-5 दिवस'],
    ['hi', '4-5 दिन'],
  ] as const)('shows the delivery time in %s: %s', async (language, text) => {
    const amounts = {
      itemTotal: 100,
      discount: 0,
      shipping: 0,
      deliveryFee: 0,
      grandTotal: 100,
      coupon: null,
    };
    const quote = { ...amounts, deliveryDays: { min: 4, max: 5 } };
    const summary = (
      <OrderSummary quote={quote} stale={false} error={undefined} onRetry={() => undefined}>
        {null}
      </OrderSummary>
    );
    await renderInLanguage(summary, language);
    expect(screen.getByText(text, { exact: false })).toBeDefined();
  });

  it.each([
    ['DISPATCHED', 'Sent', 'पाठवली', null],
    ['CANCELLED', 'Cancelled', 'रद्द केली', null],
    ['UNKNOWN', 'Lost at sea', 'Lost at sea', 'en'],
  ] as const)(
    'translates the order status %s (“%s”) or marks it as English: %s',
    async (status, statusText, text, language) => {
      await renderInLanguage(<OrderStatus order={{ status, statusText }} />, 'mr');
      expect(screen.getByText(text).getAttribute('lang')).toBe(language);
    },
  );

  it('does not name the coming steps of an order as if they had happened', async () => {
    await renderInLanguage(<OrderSteps order={placedOrder} />, 'mr');
    const steps = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(steps).toEqual([expect.stringContaining('(पूर्ण)'), 'पॅकिंग', 'रवानगी', 'डिलिव्हरी']);
  });

  it('marks a text without a translation as English', async () => {
    await renderInLanguage(
      <ErrorMessage message="The warehouse is closed." onRetry={() => undefined} />,
      'hi',
    );
    expect(screen.getByText('The warehouse is closed.').getAttribute('lang')).toBe('en');
  });
});
