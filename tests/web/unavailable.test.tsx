// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Unavailable } from '#web/routing/Unavailable.tsx';
import { answerMediaQueries, isolateTabs } from './browser-parts.ts';
import { renderPart } from './render-part.tsx';

let asked = 0;

beforeEach(() => {
  answerMediaQueries(() => false);
  isolateTabs();
  asked = 0;
  vi.stubGlobal('fetch', async () => {
    asked += 1;
    throw new TypeError('The shop is away.');
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('the page of an unavailable shop', () => {
  it('tries to reload every few seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await renderPart(<Unavailable />);
    await wait(8000);
    expect(asked).toBe(1);
    await wait(16_000);
    expect(asked).toBe(3);
  });

  it('does not reload while its tab is hidden', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    await renderPart(<Unavailable />);
    await wait(16_000);
    expect(asked).toBe(0);
    hidden.mockReturnValue(false);
    await wait(8000);
    expect(asked).toBe(1);
  });

  it('does not reload while there is typed text', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await renderPart(
      <>
        <Unavailable />
        <textarea aria-label="Message" />
      </>,
    );
    const field = screen.getByLabelText('Message');
    fireEvent.change(field, { target: { value: 'Do you have an atlas?' } });
    await wait(16_000);
    expect(asked).toBe(0);
    fireEvent.change(field, { target: { value: '' } });
    await wait(8000);
    expect(asked).toBe(1);
  });
});
