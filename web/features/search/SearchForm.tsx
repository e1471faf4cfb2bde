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
import { Form, useLocation } from 'react-router-dom';
import { useTranslation } from '#web/i18n/translation.tsx';
import { maxSearchCharacters } from '#web/routing/search-limit.ts';
import { useFieldValue } from '#web/ui/hooks/use-field-value.ts';
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './SearchForm.module.css';
import type { SuggestionKeys, SuggestionsProps } from './SearchSuggestions.tsx';

interface SearchFormProps {
  /** Called when the shopper searches or opens a suggestion. */
  onDone: () => void;
}

/**
 * Searches the general listing. It is a plain form, so it works without scripts. Once hydrated, its field is a combobox
 * with a listbox of suggestions (ARIA Authoring Practices), which load on focus. If they fail to load, the form still
 * works.
 */
export function SearchForm({ onDone }: SearchFormProps) {
  const { t } = useTranslation('shell');
  const { pathname, search } = useLocation();
  const currentSearch =
    pathname === '/product' ? (new URLSearchParams(search).get('search') ?? '').trim() : '';
  const listId = useId();
  const hydrated = useHydrated();
  const keys = useRef<SuggestionKeys>(null);
  const input = useFieldValue(currentSearch);
  const [Suggestions, setSuggestions] = useState<ComponentType<SuggestionsProps> | null>(null);
  // The text to make suggestions for; null closes the list.
  const [text, setText] = useState<string | null>(null);
  const [popup, setPopup] = useState<{ open: boolean; active?: string | undefined }>({ open: false });

  const loadSuggestions = useCallback(() => {
    import('./SearchSuggestions.tsx').then(
      ({ SearchSuggestions }) => setSuggestions(() => SearchSuggestions),
      // The form works without suggestions; the next focus or change tries again.
      () => undefined,
    );
  }, []);
  useEffect(() => {
    // Picks up text typed before hydration.
    if (input.current === null || document.activeElement !== input.current) return;
    loadSuggestions();
    setText(input.current.value);
  }, [loadSuggestions, input]);
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    loadSuggestions();
    setText(target.value);
  };
  // A screen reader may focus an option before activating it. The list must stay open then.
  const handleBlur = ({ relatedTarget: next }: FocusEvent) => {
    if (next !== input.current && next?.closest('[role="listbox"]') == null) setText(null);
  };
  return (
    <Form
      action="/product"
      role="search"
      aria-label={t('search.label')}
      className={styles.form}
      onBlur={handleBlur}
      onSubmit={() => {
        setText(null);
        onDone();
      }}
    >
      <input
        ref={input}
        className={styles.input}
        type="search"
        name="search"
        defaultValue={currentSearch}
        maxLength={maxSearchCharacters}
        required
        autoComplete="off"
        enterKeyHint="search"
        placeholder={t('search.placeholder')}
        aria-label={t('search.label')}
        {...(hydrated && {
          role: 'combobox',
          'aria-autocomplete': 'list',
          'aria-expanded': popup.open,
          'aria-controls': popup.open ? listId : undefined,
          'aria-activedescendant': popup.active,
        })}
        onFocus={({ target }) => {
          loadSuggestions();
          if (target.value === '') setText('');
        }}
        onChange={handleChange}
        onKeyDown={(event) => keys.current?.handleKey(event)}
      />
      <button type="submit" className={styles.submit} aria-label={t('search.submit')}>
        <Icon name="search" size={20} />
      </button>
      {Suggestions !== null && (
        <Suggestions
          id={listId}
          ref={keys}
          text={text}
          currentSearch={currentSearch}
          onTextChange={setText}
          onPopupChange={setPopup}
          onSuggestionOpen={() => {
            setText(null);
            if (input.current !== null) input.current.value = currentSearch;
            input.current?.blur();
            onDone();
          }}
        />
      )}
    </Form>
  );
}
