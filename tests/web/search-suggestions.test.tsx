// @vitest-environment jsdom
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { getBrowserSession } from '#web/auth/session.ts';
import { recentSearches } from '#web/catalogue/stored-list.ts';
import { SearchForm } from '#web/features/search/SearchForm.tsx';
import { serveGateway } from './account-gateway.ts';
import { createFailingFields, gateway } from './gateway-stub.ts';
import { createBook, createCollection, createNamedObject } from './products.ts';
import { renderComponent } from './render-routes.tsx';
import { signIn } from './shoppers.ts';

const { use } = serveGateway();

const suggestions = [
  createCollection('Author', 'टिळक', 2),
  { ...createBook(4), name: 'गीतारहस्य', author: createNamedObject('Author', 'टिळक'), price: 550 },
  createCollection('Category', 'Philosophy & Gita', 12),
  createCollection('Language', 'मराठी', 70),
];

// jsdom has no layout, so it does not implement `scrollIntoView`.
beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});

/**
 * Serves the suggestions that `resolve` returns for a text, or errors if it returns 'failure'. Returns the requested
 * texts.
 */
function serveSuggestions(resolve: (text: string) => unknown): string[] {
  const requestedTexts: string[] = [];
  use(
    gateway.query('SearchSuggestions', async ({ variables }) => {
      requestedTexts.push(String(variables.text));
      const searchSuggestions = await resolve(String(variables.text));
      return searchSuggestions === 'failure' ? createFailingFields('no') : { searchSuggestions };
    }),
  );
  return requestedTexts;
}

async function renderField() {
  const rendered = await renderComponent(<SearchForm onDone={() => undefined} />);
  return { ...rendered, input: screen.getByRole('combobox', { name: 'Search the shop' }) };
}

/** Types a text for which the shop has suggestions, and waits for their list. */
async function openSuggestions() {
  serveSuggestions(() => suggestions);
  const rendered = await renderField();
  await userEvent.type(rendered.input, 'gita');
  await screen.findByRole('listbox');
  return rendered;
}

const readOptions = () =>
  within(screen.getByRole('listbox'))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
const readActiveOption = (input: HTMLElement) =>
  document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent;

describe('the search suggestions', () => {
  it('are grouped by kind with products first, and announced', async () => {
    serveSuggestions(() => suggestions);
    const { input } = await renderField();
    expect(input.getAttribute('aria-expanded')).toBe('false');
    await userEvent.type(input, 'gita');
    const list = await screen.findByRole('listbox', { name: 'Suggestions' });
    await waitFor(() => expect(input.getAttribute('aria-expanded')).toBe('true'));
    expect(input.getAttribute('aria-controls')).toBe(list.id);
    const groups = within(list).getAllByRole('group');
    expect(groups.map((group) => group.textContent)).toEqual([
      'Booksगीतारहस्यटिळक₹550.00',
      'Authorsटिळक2 books',
      'CategoriesPhilosophy & Gita12 books',
      'Languagesमराठी70 books',
    ]);
    expect(screen.getByRole('group', { name: 'Authors' })).toBeDefined();
    expect(screen.getByRole('status').textContent).toBe('4 suggestions. Use the arrow keys to choose.');
    expect(within(list).getByText('गीतारहस्य').lang).toBe('mr');
  });

  it('are navigated with the arrow keys, Home and End, and followed with Enter', async () => {
    const { input, router } = await openSuggestions();
    const activeOptions: Array<string | null | undefined> = [];
    for (const key of ['ArrowDown', 'ArrowDown', 'End', 'ArrowDown', 'ArrowUp', 'Home', 'ArrowDown']) {
      await userEvent.keyboard(`{${key}}`);
      activeOptions.push(readActiveOption(input)?.slice(0, 4));
    }
    expect(activeOptions).toEqual(['गीता', 'टिळक', 'See ', 'गीता', 'See ', 'गीता', 'टिळक']);
    expect(screen.getByRole('option', { selected: true }).textContent).toContain('टिळक');
    expect(document.activeElement).toBe(input);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe(`/author/${encodeURIComponent('टिळक')}`));
  });

  it('are followed with a click, during which the field keeps the focus', async () => {
    const { input, router } = await openSuggestions();
    const option = await screen.findByRole('option', { name: /गीतारहस्य/ });
    const pointer = userEvent.setup();
    await pointer.pointer({ keys: '[MouseLeft>]', target: option });
    expect(document.activeElement).toBe(input);
    await pointer.pointer({ keys: '[/MouseLeft]', target: option });
    await waitFor(() => expect(router.state.location.pathname).toBe('/product/4'));
  });

  it('stay open when a screen reader focuses one', async () => {
    const { router } = await openSuggestions();
    const option = await screen.findByRole('option', { name: /गीतारहस्य/ });
    act(() => option.focus());
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/product/4'));
  });

  it('list each recent search once, without the spaces around it, and no blank search, before the languages that have books', async () => {
    const languages = [createCollection('Language', 'मराठी', 70), createCollection('Language', 'हिन्दी', 0)];
    use(gateway.query('Languages', () => ({ languages })));
    const { router } = await renderComponent(null, { header: <SearchForm onDone={() => undefined} /> });
    const input = screen.getByRole('combobox', { name: 'Search the shop' });
    onTestFinished(() => recentSearches.clear());
    const search = (text: string) =>
      act(() => router.navigate(`/product?${new URLSearchParams({ search: text })}`));
    await search('gita');
    await userEvent.clear(input);
    await screen.findByRole('option', { name: 'gita' });
    await search('gita ');
    await search('tilak');
    await search(' ');
    await userEvent.clear(input);
    await userEvent.keyboard('{Escape}{ArrowDown}');
    expect(readOptions()).toEqual(['tilak', 'gita', 'मराठी70 books']);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(readActiveOption(input)).toBe('gita');
  });

  it('list no recent search of a shopper who has logged out', async () => {
    use(gateway.query('Languages', () => ({ languages: [] })));
    signIn();
    const { router } = await renderComponent(null, { header: <SearchForm onDone={() => undefined} /> });
    const input = screen.getByRole('combobox', { name: 'Search the shop' });
    onTestFinished(() => recentSearches.clear());
    await act(() => router.navigate('/product?search=gita'));
    await userEvent.clear(input);
    await screen.findByRole('option', { name: 'gita' });
    await userEvent.keyboard('{Escape}');
    act(() => getBrowserSession().signOut());
    await userEvent.keyboard('{ArrowDown}');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('close with Escape, which keeps the text, reopen with an arrow key, and close with Tab', async () => {
    const { input } = await openSuggestions();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(input).toHaveProperty('value', 'gita');
    await userEvent.keyboard('{ArrowDown}');
    await screen.findByRole('listbox');
    await userEvent.tab();
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  });

  it('let Enter submit the search when no suggestion is active', async () => {
    const { router } = await openSuggestions();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.search).toBe('?search=gita'));
  });

  it('let Enter submit the text that was typed after an option had become active', async () => {
    const { router } = await openSuggestions();
    await userEvent.keyboard('{ArrowDown}ry{Enter}');
    await waitFor(() => expect(router.state.location.search).toBe('?search=gitary'));
  });

  it('ignore keys during text composition, and match the text composed so far', async () => {
    const requestedTexts = serveSuggestions(() => suggestions);
    const { input } = await renderField();
    await userEvent.click(input);
    fireEvent.compositionStart(input);
    fireEvent.change(input, { target: { value: 'गीत' } });
    await screen.findByRole('listbox');
    expect(requestedTexts).toEqual(['गीत']);
    for (const key of ['ArrowDown', 'Enter', 'Escape']) {
      const keyDown = createEvent.keyDown(input, { key, isComposing: true });
      fireEvent(input, keyDown);
      expect(keyDown.defaultPrevented).toBe(false);
    }
    expect(input.getAttribute('aria-activedescendant')).toBeNull();
    expect(screen.getByRole('listbox')).toBeDefined();
  });

  it('are not queried for an empty field or for every letter', async () => {
    const requestedTexts = serveSuggestions(() => suggestions);
    const { input } = await renderField();
    await userEvent.type(input, '   ');
    await userEvent.type(input, 'gita ');
    await screen.findByRole('listbox');
    await userEvent.clear(input);
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
    expect(requestedTexts.filter((text) => text.trim() === '')).toEqual([]);
    expect(requestedTexts.at(-1)).toBe('gita');
    expect(requestedTexts.length).toBeLessThan(4);
  });

  it('are not replaced by an older response that arrives later', async () => {
    const older = Promise.withResolvers<unknown>();
    const next = Promise.withResolvers<unknown>();
    const requestedTexts = serveSuggestions((text) => {
      if (text === 'g') return older.promise;
      return text === 'go' ? [createCollection('Author', 'Godbole', 1)] : next.promise;
    });
    const { input } = await renderField();
    await userEvent.type(input, 'g');
    await waitFor(() => expect(requestedTexts).toEqual(['g']));
    await userEvent.type(input, 'o');
    await waitFor(() => expect(readOptions()).toEqual(['Godbole1 book', 'See all results for “go”']));
    older.resolve(suggestions);
    await userEvent.type(input, 'd');
    // This request is sent after the older response, and its own response is delayed.
    await waitFor(() => expect(requestedTexts).toEqual(['g', 'go', 'god']));
    expect(readOptions()).toEqual(['Godbole1 book', 'See all results for “god”']);
    next.resolve([createCollection('Author', 'Godse', 2)]);
    await waitFor(() => expect(readOptions()).toEqual(['Godse2 books', 'See all results for “god”']));
  });

  it('show a message when there are none, and nothing when the query fails', async () => {
    serveSuggestions((text) => (text === 'zzz' ? [] : 'failure'));
    const { input, router } = await renderField();
    await userEvent.type(input, 'zzz');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('No suggestions.'));
    await userEvent.type(input, '!');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''));
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.search).toBe('?search=zzz%21'));
  });
});
