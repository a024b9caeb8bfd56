// The search field: narrows the list at every key, and offers filters where the caret stands (the
// combobox pattern of WAI-ARIA). The arrow keys lead through the suggestions and on into the list.
// oxlint-disable jsx-a11y/prefer-tag-over-role -- a datalist cannot complete a part of a text.
import { BookmarkPlus, Search, X } from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { AppView } from '../../../../electron/shared/views.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { searchWords } from './en-search-field.ts';
import { en } from '../../../i18n/en.ts';
import { completed, completionAt, knownValues, type Suggestion } from './search-completion.ts';
import { parseSearch } from '../../../model/search-query.ts';
import { useApp, useWindow } from '../../../state/app-context.tsx';

/** Where keys lead that are none of the field's own. */
export interface SearchLeads {
  /** From the search field into the list. */
  readonly onDown: () => void;
  /** Opens the first match. */
  readonly onEnter: () => void;
}

export function SearchField(props: SearchLeads & { readonly view: AppView }): ReactNode {
  const { savedViews } = props.view;
  const { window: store } = useApp();
  const search = useWindow((state) => state.search);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const completing = useCompletion(props.view, search);
  const { completion, suggestions, active, setCaret, show } = completing;
  const notes = parseSearch(search).notes.map(searchWords.note);

  const type = (text: string, at: number): void => {
    store.patch({ search: text });
    setCaret(at);
    show(true);
  };
  /** As if it were typed, so that undo takes it back; false where the platform cannot. */
  const write = (from: number, to: number, text: string): boolean => {
    if (field.current === null || !('execCommand' in document)) return false;
    field.current.focus();
    field.current.setSelectionRange(from, to);
    return document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
  };
  const clear = (): void => {
    if (write(0, search.length, '')) return;
    type('', 0);
    field.current?.focus();
  };
  const take = (suggestion: Suggestion): void => {
    const next = completed(search, completion, suggestion);
    const { from } = completion;
    const to = search.length - (next.search.length - next.caret);
    if (write(from, to, next.search.slice(from, next.caret))) return;
    // Now, and not with the next frame: a letter typed before that would be overtaken by the caret.
    flushSync(() => type(next.search, next.caret));
    field.current?.focus();
    field.current?.setSelectionRange(next.caret, next.caret);
  };
  return (
    <div className="search">
      <div className="input search-field">
        <Search size={14} aria-hidden="true" />
        <input
          ref={field}
          type="text"
          id="search"
          role="combobox"
          enterKeyHint="search"
          aria-label={en.list.search}
          aria-autocomplete="list"
          aria-expanded={suggestions.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={suggestions[active] === undefined ? undefined : `${id}-${active}`}
          aria-describedby={`${id}-notes`}
          placeholder={searchWords.hint}
          autoComplete="off"
          spellCheck={false}
          value={search}
          onChange={({ currentTarget }) =>
            type(currentTarget.value, currentTarget.selectionStart ?? currentTarget.value.length)
          }
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart ?? 0)}
          onBlur={() => show(false)}
          onKeyDown={(event) => {
            if (!handleKey(event, { ...props, completing, search, clear, take })) return;
            event.preventDefault();
            event.stopPropagation();
          }}
        />
        {search.trim() !== '' && !savedViews.some(({ query }) => query === search.trim()) && (
          <ActionButton
            small
            name="save_view"
            icon={<BookmarkPlus size={14} aria-hidden="true" />}
          />
        )}
        {search !== '' && (
          <ActionButton
            small
            name="clear_search"
            icon={<X size={14} aria-hidden="true" />}
            run={clear}
          />
        )}
      </div>
      <Suggestions id={id} suggestions={suggestions} active={active} onTake={take} />
      <output id={`${id}-notes`} className="search-notes">
        {notes.join(' ')}
      </output>
    </div>
  );
}

/** Whether the key means something where the caret stands. */
function handleKey(
  event: KeyboardEvent,
  field: SearchLeads & {
    readonly completing: ReturnType<typeof useCompletion>;
    readonly search: string;
    readonly clear: () => void;
    readonly take: (suggestion: Suggestion) => void;
  },
): boolean {
  const { suggestions, active, setActive, show } = field.completing;
  const chosen = suggestions[active];
  switch (event.key) {
    case 'Escape':
      if (suggestions.length > 0) show(false);
      else if (field.search !== '') field.clear();
      else return false;
      return true;
    case 'ArrowDown':
      if (event.altKey) show(true, true);
      else if (active + 1 < suggestions.length) setActive(active + 1);
      else {
        show(false);
        field.onDown();
      }
      return true;
    case 'ArrowUp':
      if (suggestions.length === 0) return false;
      setActive(Math.max(-1, active - 1));
      return true;
    case 'Enter':
      if (chosen !== undefined) field.take(chosen);
      else field.onEnter();
      return true;
    case 'Tab':
      if (chosen === undefined || event.shiftKey) return false;
      field.take(chosen);
      return true;
    default:
      return false;
  }
}

/** What may be typed next where the caret stands. `show(true, true)`: asked for, also where nothing was typed. */
function useCompletion({ credentials, environments }: AppView, search: string) {
  const [caret, setCaret] = useState(0);
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  const [active, setActive] = useState(-1);
  const completion = completionAt(search, caret, knownValues(credentials, environments), asked);
  const show = (wanted: boolean, byHand = false): void => {
    setOpen(wanted);
    setAsked(byHand);
    setActive(-1);
  };
  const suggestions = open ? completion.suggestions : [];
  return { completion, suggestions, active, setActive, setCaret, show };
}

function Suggestions(props: {
  /** Of the field: the list and its options are named after it. */
  readonly id: string;
  readonly suggestions: readonly Suggestion[];
  readonly active: number;
  readonly onTake: (suggestion: Suggestion) => void;
}): ReactNode {
  const { id, suggestions, active, onTake } = props;
  return (
    <div
      role="listbox"
      id={`${id}-list`}
      aria-label={searchWords.suggestions}
      className="overlay suggestions"
      hidden={suggestions.length === 0}
    >
      {suggestions.map((suggestion, index) => (
        <div
          key={suggestion.text}
          role="option"
          id={`${id}-${index}`}
          tabIndex={-1}
          aria-selected={index === active}
          className="option suggestion"
          // The field keeps the focus: a press must not take it away first.
          onPointerDown={(event) => {
            event.preventDefault();
            onTake(suggestion);
          }}
        >
          <span>{suggestion.text}</span>
          <span className="secondary">{meaning(suggestion)}</span>
        </div>
      ))}
    </div>
  );
}

const meaning = ({ name, value }: Suggestion): string =>
  value === null ? searchWords.name(name) : searchWords.value(value);
