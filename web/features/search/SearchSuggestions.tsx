import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useLookup } from '#web/apollo/use-lookup.ts';
import { useLanguagesQuery } from '#web/catalogue/Languages.generated.ts';
import { recentSearches } from '#web/catalogue/stored-list.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { useDebounced } from '#web/ui/hooks/use-debounced.ts';
import { SearchSuggestionsDocument } from './SearchSuggestions.generated.ts';
import styles from './SearchSuggestions.module.css';
import { SuggestionItem } from './SuggestionItem.tsx';
import {
  createSearchOption,
  groupDefaultSuggestions,
  groupSuggestions,
  type SuggestionGroup,
  type SuggestionOption,
} from './suggestion-groups.ts';
import { getActionForKey, isReservedKey } from './suggestion-keys.ts';

/** Lets the search field pass on its key events: while the keys select an option, the focus stays in the field. */
export interface SuggestionKeys {
  handleKey: (event: KeyboardEvent<HTMLInputElement>) => void;
}

export interface SuggestionsProps {
  /** The id of the listbox. */
  id: string;
  ref: Ref<SuggestionKeys>;
  /** The text in the field; null closes the list. */
  text: string | null;
  /** The search of the listing that is shown; empty for none. */
  currentSearch: string;
  onTextChange: (text: string | null) => void;
  /** Reports whether the list is open, and the id of the active option, if there is one. */
  onPopupChange: (popup: { open: boolean; active?: string | undefined }) => void;
  /** Called when the shopper opens a suggestion. */
  onSuggestionOpen: () => void;
}

/** The pause in typing before the gateway is queried, in milliseconds. */
const debounceMs = 150;

/** The listbox of search suggestions. Loaded when the field is first focused. */
export function SearchSuggestions({
  id,
  ref,
  text,
  currentSearch,
  onTextChange,
  onPopupChange,
  onSuggestionOpen,
}: SuggestionsProps) {
  const { t, language } = useTranslation('shell');
  const navigate = useNavigate();
  const searchText = (text ?? '').trim();
  const debouncedText = useDebounced(searchText, debounceMs);
  const { data, error, loading } = useLookup(
    SearchSuggestionsDocument,
    searchText === '' || debouncedText === '' ? null : { text: debouncedText },
  );
  const defaultSuggestions = useDefaultSuggestions(text, currentSearch);
  const suggestions = error === undefined ? groupSuggestions(data?.searchSuggestions ?? [], language) : [];
  const groups = searchText === '' ? defaultSuggestions : suggestions;
  // The last option leads to all results of the search.
  const searchOptions: SuggestionOption[] =
    searchText === '' || data === undefined || error !== undefined
      ? []
      : [{ ...createSearchOption(searchText), name: t('search.all', { text: searchText }) }];
  const options = [...groups.flatMap((group) => group.options), ...searchOptions];
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const activeIndex = options.findIndex(({ key }) => key === activeKey);
  const open = text !== null && options.length > 0;
  const activeId = open && activeIndex >= 0 ? getOptionId(id, activeIndex) : undefined;

  useEffect(() => onPopupChange({ open, active: activeId }), [open, activeId, onPopupChange]);
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text clears the active option.
  useEffect(() => setActiveKey(null), [searchText]);

  const openOption = (option: SuggestionOption | undefined) => {
    if (option === undefined) return;
    onSuggestionOpen();
    void navigate(option.to);
  };
  const handleListKey = (event: KeyboardEvent) => {
    const action = getActionForKey(event.key, activeIndex, options.length);
    if (action === null) return;
    event.preventDefault();
    if (action === 'open') openOption(options[activeIndex]);
    else if (action === 'close') onTextChange(null);
    else setActiveKey(options[action.to]?.key ?? null);
  };
  useImperativeHandle(ref, () => ({
    handleKey: (event) => {
      if (isReservedKey(event)) return;
      if (open) return handleListKey(event);
      const { key, currentTarget } = event;
      if (key === 'ArrowDown' || key === 'ArrowUp') onTextChange(currentTarget.value);
    },
  }));

  const renderOption = (option: SuggestionOption) => {
    const index = options.indexOf(option);
    return (
      <SuggestionItem
        key={option.key}
        id={getOptionId(id, index)}
        option={option}
        active={index === activeIndex}
        onSuggestionOpen={onSuggestionOpen}
      />
    );
  };

  const suggestionCount = options.length - searchOptions.length;
  const hasResponse = searchText !== '' && !loading && debouncedText === searchText && error === undefined;
  return (
    <>
      <p role="status" className="visually-hidden">
        {hasResponse &&
          (suggestionCount === 0 ? t('search.none') : t('search.found', { count: suggestionCount }))}
      </p>
      {open && (
        <div
          id={id}
          role="listbox"
          aria-label={t('search.suggestions')}
          className={styles.list}
          // A mouse press must not move the focus out of the field.
          onMouseDown={(event) => event.preventDefault()}
        >
          {groups.map(({ kind, options: groupOptions }) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a listbox.
            <div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
              <div id={`${id}-${kind}`} role="presentation" className={styles.title}>
                {t(`search.group.${kind}`)}
              </div>
              {groupOptions.map(renderOption)}
            </div>
          ))}
          {searchOptions.map(renderOption)}
        </div>
      )}
    </>
  );
}

/** The suggestions for an empty field. Adds the current search to the recent searches. */
function useDefaultSuggestions(text: string | null, currentSearch: string): SuggestionGroup[] {
  const languages = useLanguagesQuery().data?.collections;
  useEffect(() => {
    if (currentSearch !== '') recentSearches.add(currentSearch);
  }, [currentSearch]);
  return useMemo(
    () => (text === null ? [] : groupDefaultSuggestions(recentSearches.read(), languages ?? [])),
    [text, languages],
  );
}

function getOptionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}
