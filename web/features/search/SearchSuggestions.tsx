import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useLookup } from '#web/apollo/use-lookup.ts';
import { useDebounced } from '#web/ui/hooks/use-debounced.ts';
import { SearchSuggestionsDocument } from './SearchSuggestions.generated.ts';
import styles from './SearchSuggestions.module.css';
import { SuggestionItem } from './SuggestionItem.tsx';
import { groupsOf, type SuggestionOption } from './suggestion-groups.ts';
import { isForFieldAlone, listMove } from './suggestion-keys.ts';

/** The keys of the field, which keeps the focus: the list has none of its own. */
export interface SuggestionKeys {
  press: (event: KeyboardEvent<HTMLInputElement>) => void;
}

export interface SuggestionsProps {
  /** The list's id. */
  id: string;
  ref: Ref<SuggestionKeys>;
  /** What is typed; null while nothing is to be suggested. */
  text: string | null;
  onType: (text: string | null) => void;
  /** Whether the list is open, and the id of the option the keys are on. */
  onPopup: (popup: { open: boolean; active?: string | undefined }) => void;
  /** A suggestion was opened. */
  onOpened: () => void;
}

/** How long the typing rests before the gateway is asked, in milliseconds. */
const typingPause = 150;

/** The list of a search field's suggestions. Loaded with the first focus. */
export function SearchSuggestions({ id, ref, text, onType, onPopup, onOpened }: SuggestionsProps) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const typed = (text ?? '').trim();
  const settled = useDebounced(typed, typingPause);
  const { data, error, loading } = useLookup(
    SearchSuggestionsDocument,
    typed === '' || settled === '' ? null : { text: settled },
  );
  const groups = error === undefined ? groupsOf(data?.searchSuggestions ?? []) : [];
  const options = groups.flatMap((group) => group.options);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const active = options.findIndex(({ key }) => key === activeKey);
  const open = typed !== '' && options.length > 0;
  const activeId = open && active >= 0 ? optionId(id, active) : undefined;

  useEffect(() => onPopup({ open, active: activeId }), [open, activeId, onPopup]);
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another text no option is chosen any more.
  useEffect(() => setActiveKey(null), [typed]);

  const choose = (option: SuggestionOption | undefined) => {
    if (option === undefined) return;
    onOpened();
    void navigate(option.to);
  };
  const pressInList = (event: KeyboardEvent) => {
    const move = listMove(event.key, active, options.length);
    if (move === null) return;
    event.preventDefault();
    if (move === 'choose') choose(options[active]);
    else if (move === 'close') onType(null);
    else setActiveKey(options[move.to]?.key ?? null);
  };
  useImperativeHandle(ref, () => ({
    press: (event) => {
      if (isForFieldAlone(event)) return;
      if (open) return pressInList(event);
      const { key, currentTarget } = event;
      if (key === 'ArrowDown' || key === 'ArrowUp') onType(currentTarget.value);
    },
  }));

  const count = options.length;
  const answered = typed !== '' && !loading && settled === typed && error === undefined;
  return (
    <>
      <p role="status" className="visually-hidden">
        {answered && (count === 0 ? t('search.none') : t('search.found', { count }))}
      </p>
      {open && (
        <div
          id={id}
          role="listbox"
          aria-label={t('search.suggestions')}
          className={styles.list}
          // A press must not take the focus out of the field.
          onMouseDown={(event) => event.preventDefault()}
        >
          {groups.map(({ kind, options: ofKind }) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a listbox.
            <div key={kind} role="group" aria-labelledby={`${id}-${kind}`} className={styles.group}>
              <div id={`${id}-${kind}`} role="presentation" className={styles.title}>
                {t(`search.group.${kind}`)}
              </div>
              {ofKind.map((option) => {
                const place = options.indexOf(option);
                return (
                  <SuggestionItem
                    key={option.key}
                    id={optionId(id, place)}
                    option={option}
                    active={place === active}
                    onOpened={onOpened}
                  />
                );
              })}
            </div>
          ))}
        </div>
      )}
    </>
  );
}

function optionId(list: string, place: number): string {
  return `${list}-${place}`;
}
