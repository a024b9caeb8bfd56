// Above the list: search, adding and importing, how many are shown, in which groups and order, and the way to the
// sidebar where it is put away.
import { PanelLeft, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AppView } from '../../../../electron/shared/views.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { Button } from '../../../components/Button.tsx';
import { en } from '../../../i18n/en.ts';
import { useApp, useWindow } from '../../../state/app-context.tsx';
import { SearchField, type SearchLeads } from './SearchField.tsx';

interface Tools extends SearchLeads {
  readonly view: AppView;
  readonly shown: number;
  /** The list itself offers to add and to import. */
  readonly bare: boolean;
}

export function ListTools(props: Tools): ReactNode {
  const { window: store } = useApp();
  const sort = useWindow((state) => state.sort);
  const grouping = useWindow((state) => state.grouping);
  return (
    <div className="list-tools">
      <div className="line line-top">
        <Button
          look="icon"
          className="only-collapsed"
          aria-label={en.sidebar.show}
          title={en.sidebar.show}
          onClick={() => store.patch({ pane: 'sidebar' })}
        >
          <PanelLeft size={16} aria-hidden="true" />
        </Button>
        <SearchField view={props.view} onDown={props.onDown} onEnter={props.onEnter} />
        {!props.bare && (
          <span className="line">
            <ActionButton
              name="new_credential"
              look="plain"
              icon={<Plus size={16} aria-hidden="true" />}
              of=""
              face={en.list.add}
            />
            <ActionButton name="import_credentials" look="plain" />
          </span>
        )}
      </div>
      <div className="line secondary list-count">
        <span>{en.list.shown(props.shown)}</span>
        <span className="spring" />
        <Choice
          label={en.list.group}
          value={grouping}
          words={en.list.groupings}
          onChoose={(chosen) => store.patch({ grouping: chosen })}
        />
        <Choice
          label={en.list.sort}
          value={sort}
          words={en.list.sorts}
          onChoose={(chosen) => store.patch({ sort: chosen })}
        />
      </div>
    </div>
  );
}

function Choice<T extends string>(props: {
  readonly label: string;
  readonly value: T;
  readonly words: Readonly<Record<T, string>>;
  readonly onChoose: (value: T) => void;
}): ReactNode {
  return (
    <label className="line list-choice">
      {props.label}
      <select
        value={props.value}
        onChange={({ currentTarget: { value } }) => props.onChoose(value as T)}
      >
        {Object.entries<string>(props.words).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
