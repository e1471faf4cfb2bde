// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Unavailable } from '#web/routing/Unavailable.tsx';
import { renderComponent } from './render-routes.tsx';

let requestCount = 0;

beforeEach(() => {
  requestCount = 0;
  vi.stubGlobal('fetch', async () => {
    requestCount += 1;
    throw new TypeError('fetch failed');
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  // Vitest itself restores globals only before the next test. If that test is in another file, the original `fetch` would
  // replace the one that msw has already patched for that file.
  vi.unstubAllGlobals();
});

const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('the page shown while the shop is unavailable', () => {
  it('tries to reload every eight seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await renderComponent(<Unavailable />);
    await advance(8000);
    expect(requestCount).toBe(1);
    await advance(16_000);
    expect(requestCount).toBe(3);
  });

  it('does not reload while its tab is hidden', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    await renderComponent(<Unavailable />);
    await advance(16_000);
    expect(requestCount).toBe(0);
    hidden.mockReturnValue(false);
    await advance(8000);
    expect(requestCount).toBe(1);
  });

  it('does not reload while a field contains typed text', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await renderComponent(
      <>
        <Unavailable />
        <textarea aria-label="Message" />
      </>,
    );
    const field = screen.getByLabelText('Message');
    fireEvent.change(field, { target: { value: 'Do you have an atlas?' } });
    await advance(16_000);
    expect(requestCount).toBe(0);
    fireEvent.change(field, { target: { value: '' } });
    await advance(8000);
    expect(requestCount).toBe(1);
  });
});
