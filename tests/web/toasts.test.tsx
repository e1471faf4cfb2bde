// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DialogFrame } from '#web/ui/dialog/DialogFrame.tsx';
import { toasts } from '#web/ui/toast/toasts.ts';
import { renderComponent } from './render-routes.tsx';

const options = { title: 'Are you sure?', text: 'Really?', confirmText: 'Yes', cancelText: 'No' };

describe('toasts', () => {
  it('are announced, with title and text', async () => {
    await renderComponent(null);
    toasts.success('Product added to the cart', { title: 'Product Added!' });
    const status = await screen.findByRole('status');
    expect(within(status).getByText('Product Added!')).toBeDefined();
    expect(within(status).getByText('Product added to the cart')).toBeDefined();
  });

  it('are announced while a dialog hides the page behind it', async () => {
    await renderComponent(
      <>
        <button type="button">Behind</button>
        <DialogFrame open title="Order details" size="lg" onClose={() => undefined}>
          Details
        </DialogFrame>
      </>,
    );
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Behind' })).toBeNull());
    toasts.success('Order 7 was cancelled.');
    const toast = await screen.findByText('Order 7 was cancelled.');
    expect(toast.closest('[aria-live]')).not.toBeNull();
    expect(toast.closest('[aria-hidden="true"]')).toBeNull();
  });

  it('can be closed', async () => {
    await renderComponent(null);
    toasts.error('Failed to add to cart.');
    const text = await screen.findByText('Failed to add to cart.');
    await userEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] ?? text);
    await waitFor(() => expect(screen.queryByText('Failed to add to cart.')).toBeNull());
  });

  it.each([
    ['the action button', 'Stay here', '{Enter}'],
    ['the Close button', 'Close', '{Enter}'],
    ['Escape', 'Close', '{Escape}'],
  ])('return the focus to the previous element when closed with %s', async (_closing, button, key) => {
    await renderComponent(<button type="button">Add</button>);
    toasts.success('Product Added!', { action: { label: 'Stay here', onClick: () => undefined } });
    const toast = within(await screen.findByRole('status'));
    const opener = screen.getByRole('button', { name: 'Add' });
    act(() => opener.focus());
    act(() => toast.getByRole('button', { name: button }).focus());
    await userEvent.keyboard(key);
    await waitFor(() => expect(screen.queryByText('Product Added!')).toBeNull());
    expect(document.activeElement).toBe(opener);
  });

  it('return the focus to the previous element when focused while they fade out', async () => {
    await renderComponent(<button type="button">Add</button>);
    toasts.success('Product Added!');
    const toast = await screen.findByRole('status');
    const closeButton = within(toast).getByRole('button', { name: 'Close' });
    const opener = screen.getByRole('button', { name: 'Add' });
    act(() => closeButton.click());
    act(() => opener.focus());
    // `waitFor` returns as soon as the attribute changes, so the toast is still fading out.
    await waitFor(() => expect(toast.dataset.state).toBe('closed'));
    act(() => closeButton.focus());
    expect(document.activeElement).toBe(closeButton);
    await waitFor(() => expect(screen.queryByText('Product Added!')).toBeNull());
    expect(document.activeElement).toBe(opener);
  });
});

describe('a dialog', () => {
  it.each([
    ['Yes', true],
    ['No', false],
  ])('reports the answer %s as %s', async (button, confirmed) => {
    await renderComponent(null);
    const result = toasts.confirm(options);
    const dialog = await screen.findByRole('alertdialog', { name: 'Are you sure?' });
    const description = document.getElementById(dialog.getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toBe('Really?');
    await userEvent.click(within(dialog).getByRole('button', { name: button }));
    expect(await result).toBe(confirmed);
  });

  it('is cancelled by Escape', async () => {
    await renderComponent(null);
    const result = toasts.confirm(options);
    const dialog = await screen.findByRole('alertdialog');
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    await userEvent.keyboard('{Escape}');
    expect(await result).toBe(false);
  });

  it('is cancelled by Back on Android', async () => {
    const watchers: EventTarget[] = [];
    class CloseWatcher extends EventTarget {
      constructor() {
        super();
        watchers.push(this);
      }

      destroy() {}
    }
    vi.stubGlobal('CloseWatcher', CloseWatcher);
    await renderComponent(null);
    const result = toasts.confirm(options);
    await screen.findByRole('alertdialog');
    act(() => void watchers[0]?.dispatchEvent(new Event('close')));
    expect(await result).toBe(false);
  });

  it.each([
    ['asks a question', () => toasts.confirm(options)],
    ['shows a message', () => toasts.alert({ title: 'Thank you', confirmText: 'OK' })],
  ])(
    'that %s is closed after Back without being confirmed, as is the dialog queued behind it',
    async (_, open) => {
      const { router } = await renderComponent(null);
      await router.navigate('/elsewhere');
      await screen.findByText('Another page');
      const results = [open(), open()];
      await screen.findByRole('alertdialog');
      await router.navigate(-1);
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
      expect(await Promise.all(results)).toEqual([false, false]);
    },
  );

  it('is followed by the next dialog once it is closed', async () => {
    await renderComponent(null);
    const first = toasts.confirm(options);
    const second = toasts.alert({ title: 'Thank you', confirmText: 'OK' });
    const confirmButton = await screen.findByRole('button', { name: 'Yes' });
    expect(screen.queryByText('Thank you')).toBeNull();
    await userEvent.click(confirmButton);
    expect(await first).toBe(true);
    await screen.findByRole('alertdialog', { name: 'Thank you' });
    expect(screen.queryByRole('button', { name: 'No' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    await second;
  });

  it('returns the focus to the previous element', async () => {
    await renderComponent(
      <button type="button" onClick={() => void toasts.confirm(options)}>
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

describe('without the script of the dialogs', () => {
  const load = vi.fn(() => Promise.reject(new TypeError('no connection')));
  beforeEach(() => {
    vi.doMock('#web/ui/toast/ToastList.tsx', load);
  });
  afterEach(() => vi.doUnmock('#web/ui/toast/ToastList.tsx'));

  it("the browser's own dialogs are shown instead", async () => {
    const nativeConfirm = vi.spyOn(window, 'confirm').mockReturnValue(true);
    const nativeAlert = vi.spyOn(window, 'alert').mockReturnValue();
    await renderComponent(null);
    const first = toasts.confirm(options);
    const second = toasts.alert({ title: 'Thank you', confirmText: 'OK' });
    expect(await first).toBe(true);
    await second;
    expect(nativeConfirm.mock.calls).toEqual([['Are you sure?\nReally?']]);
    expect(nativeAlert.mock.calls).toEqual([['Thank you']]);
    expect(load).toHaveBeenCalledOnce();
  });
});
