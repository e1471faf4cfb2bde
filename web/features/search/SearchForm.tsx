import {
  type ChangeEvent,
  type ComponentType,
  type FocusEvent,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Form, useLocation } from 'react-router-dom';
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './SearchForm.module.css';
import type { SuggestionKeys, SuggestionsProps } from './SearchSuggestions.tsx';

/**
 * Leads to the general listing with what was typed; a plain form, so it works without scripts too.
 * Once it has the focus it suggests what may be meant: a combobox with a list of options, after the
 * pattern of the ARIA Authoring Practices. The suggestions are loaded then, and may fail: the form
 * goes on working.
 */
export function SearchForm() {
  const { t } = useTranslation('shell');
  const { pathname, search } = useLocation();
  const searched = pathname === '/product' ? (new URLSearchParams(search).get('search') ?? '') : '';
  const list = useId();
  const hydrated = useHydrated();
  const keys = useRef<SuggestionKeys>(null);
  const input = useRef<HTMLInputElement>(null);
  const [Suggestions, setSuggestions] = useState<ComponentType<SuggestionsProps> | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [popup, setPopup] = useState<{ open: boolean; active?: string | undefined }>({ open: false });

  const load = useCallback(() => {
    import('./SearchSuggestions.tsx').then(
      ({ SearchSuggestions }) => setSuggestions(() => SearchSuggestions),
      // Without them the form does all it must; the next focus tries again.
      () => undefined,
    );
  }, []);
  useEffect(() => {
    // Who was here before the page came to life typed unheard.
    if (input.current === null || document.activeElement !== input.current) return;
    load();
    setTyped(input.current.value);
  }, [load]);
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    load();
    setTyped(target.value);
  };
  // A screen reader may put the focus on an option before it presses it.
  const leave = ({ relatedTarget: next }: FocusEvent) => {
    if (next !== input.current && next?.closest('[role="listbox"]') == null) setTyped(null);
  };
  return (
    <Form
      action="/product"
      role="search"
      aria-label={t('search.label')}
      className={styles.form}
      onBlur={leave}
      onSubmit={() => setTyped(null)}
    >
      <input
        // A new search starts from what the listing shows; typing is not disturbed by anything else.
        key={searched}
        ref={input}
        className={styles.input}
        type="search"
        name="search"
        defaultValue={searched}
        maxLength={200}
        required
        autoComplete="off"
        enterKeyHint="search"
        placeholder={t('search.placeholder')}
        aria-label={t('search.label')}
        {...(hydrated && {
          role: 'combobox',
          'aria-autocomplete': 'list',
          'aria-expanded': popup.open,
          'aria-controls': popup.open ? list : undefined,
          'aria-activedescendant': popup.active,
        })}
        onFocus={load}
        onChange={take}
        onKeyDown={(event) => keys.current?.press(event)}
      />
      <button type="submit" className={styles.submit} aria-label={t('search.submit')}>
        <Icon name="search" size={20} />
      </button>
      {Suggestions !== null && (
        <Suggestions
          id={list}
          ref={keys}
          text={typed}
          onType={setTyped}
          onPopup={setPopup}
          onOpened={() => {
            setTyped(null);
            if (input.current !== null) input.current.value = searched;
            input.current?.blur();
          }}
        />
      )}
    </Form>
  );
}
