// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toasts } from '#web/ui/toast/toasts.ts';
import { answerMediaQueries, isolateTabs } from './browser-parts.ts';
import { renderPart } from './render-part.tsx';

// Its import alone can outlast the wait for the first toast on a slow machine.
beforeAll(() => import('#web/ui/toast/ToastList.tsx'));
beforeEach(() => {
  answerMediaQueries(() => false);
  isolateTabs();
});
afterEach(cleanup);

const question = { title: 'Are you sure?', text: 'Really?', confirmText: 'Yes', cancelText: 'No' };

describe('toasts', () => {
  it('are announced, with title and text', async () => {
    await renderPart(null);
    toasts.success('Product added to the cart', { title: 'Product Added!' });
    const status = await screen.findByRole('status');
    expect(within(status).getByText('Product Added!')).toBeDefined();
    expect(within(status).getByText('Product added to the cart')).toBeDefined();
  });

  it('can be closed', async () => {
    await renderPart(null);
    toasts.error('Failed to add to cart.');
    const text = await screen.findByText('Failed to add to cart.');
    await userEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] ?? text);
    await waitFor(() => expect(screen.queryByText('Failed to add to cart.')).toBeNull());
  });
});

describe('a confirm dialog', () => {
  it.each([
    ['Yes', true],
    ['No', false],
  ])('answered with %s gives %s', async (button, answer) => {
    await renderPart(null);
    const asked = toasts.confirm(question);
    const dialog = await screen.findByRole('alertdialog', { name: 'Are you sure?' });
    const description = document.getElementById(dialog.getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toBe('Really?');
    await userEvent.click(within(dialog).getByRole('button', { name: button }));
    expect(await asked).toBe(answer);
  });

  it('counts Escape as cancelled', async () => {
    await renderPart(null);
    const asked = toasts.confirm(question);
    const dialog = await screen.findByRole('alertdialog');
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    await userEvent.keyboard('{Escape}');
    expect(await asked).toBe(false);
  });

  it('waits until the previous one is closed', async () => {
    await renderPart(null);
    const first = toasts.confirm(question);
    const second = toasts.alert({ title: 'Thank you', confirmText: 'OK' });
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }));
    expect(await first).toBe(true);
    await screen.findByRole('alertdialog', { name: 'Thank you' });
    expect(screen.queryByRole('button', { name: 'No' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    await second;
  });

  it('returns the focus to the previous element', async () => {
    await renderPart(
      <button type="button" onClick={() => void toasts.confirm(question)}>
        Remove
      </button>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    const dialog = await screen.findByRole('alertdialog');
    // A dialog that is closed before it has the focus cannot return it.
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    await userEvent.click(screen.getByRole('button', { name: 'No' }));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Remove'));
  });
});
