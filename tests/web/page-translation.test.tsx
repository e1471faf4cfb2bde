// @vitest-environment jsdom
import { render, waitFor } from '@testing-library/react';
import { Fragment } from 'react';
import { describe, expect, it } from 'vitest';
import { supportPageTranslation } from '#web/app/page-translation.ts';

supportPageTranslation();

/** Replaces each text node with a `<font>` element, as Google Translate does. Resolves once observers are notified. */
async function translate(container: HTMLElement): Promise<void> {
  for (const node of [...container.childNodes]) {
    if (node.nodeType !== Node.TEXT_NODE) continue;
    const translation = document.createElement('font');
    translation.textContent = `«${node.textContent}»`;
    node.replaceWith(translation);
  }
  await Promise.resolve();
}

describe('a page that the browser has translated', () => {
  it('shows a text that has changed', async () => {
    const { container, rerender } = render(['1 book', <hr key="line" />]);
    await translate(container);
    rerender(['2 books', <hr key="line" />]);
    await waitFor(() => expect(container.innerHTML).toBe('2 books<hr>'));
  });

  it('shows texts in their new order', async () => {
    const createTexts = (order: string[]) => order.map((text) => <Fragment key={text}>{text}</Fragment>);
    const { container, rerender } = render(createTexts(['Price', 'Title']));
    await translate(container);
    rerender(createTexts(['Title', 'Price']));
    await waitFor(() => expect(container.textContent).toMatch(/^«?Title»?«?Price»?$/));
  });

  it('does not show a text that has been removed', async () => {
    const { container, rerender } = render(['New', <hr key="line" />]);
    await translate(container);
    rerender([null, <hr key="line" />]);
    expect(container.innerHTML).toBe('<hr>');
  });

  it('shows an element that has been added before a text', async () => {
    const { container, rerender } = render([null, 'In stock']);
    await translate(container);
    rerender([<hr key="line" />, 'In stock']);
    expect(container.innerHTML).toBe('<hr><font>«In stock»</font>');
  });
});
