// The rows that were found, what a person decides for each or for all that are open, and the one button
// that imports what is chosen.
import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import type { ImportDone } from '../../../electron/shared/import-export/import-view.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import { IMPORT_SUBJECT } from '../../bridge/feedback.ts';
import { Button } from '../../components/Button.tsx';
import { EnvironmentSelect } from '../../components/EnvironmentSelect.tsx';
import { en } from '../../i18n/en.ts';
import { transferSaid } from '../../i18n/en-said.ts';
import { takenLabels } from '../../model/credential-draft.ts';
import { useApp, usePending } from '../../state/app-context.tsx';
import { importWords as words } from './en-import-export.ts';
import { choicesOf, obstaclesOf, type Preview, type RowDraft } from './import-choices.ts';
import { AccessSelect, ImportRow } from './ImportRow.tsx';

type ChangePreview = (change: (before: Preview) => Preview) => void;

/** What was chosen for all rows that needed one. */
type ForOpen = Pick<RowDraft, 'environmentId' | 'accessType'>;

export function ImportPreview(props: {
  readonly view: AppView;
  readonly preview: Preview;
  readonly onChange: ChangePreview;
  /** Takes something else in its place. */
  readonly another: ReactNode;
  readonly onDone: (done: ImportDone) => void;
}): ReactNode {
  const { view, preview, onChange } = props;
  const { draft, choices, cameFrom } = preview;
  const { rows } = draft;
  const { call, window: store } = useApp();
  const busy = usePending('importApply', IMPORT_SUBJECT);
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useFocusAt(cameFrom, heading, list);
  const taken = useMemo(() => takenLabels(view.credentials), [view.credentials]);
  const clientsHere = useMemo(
    () => new Set(view.credentials.map(({ clientId }) => clientId)),
    [view.credentials],
  );
  const obstacles = useMemo(() => obstaclesOf(choices, rows, taken), [choices, rows, taken]);
  const chosen = choices.filter(({ way }) => way !== 'skip');
  const replaced = chosen.filter(({ way }) => way === 'replace_secret').length;
  const open = obstacles.filter((each) => each !== null).length;
  const set = useCallback(
    (row: number, part: Partial<RowDraft>): void =>
      onChange((now) => ({
        ...now,
        choices: now.choices.map((each) => (each.row === row ? { ...each, ...part } : each)),
      })),
    [onChange],
  );
  const onForm = useCallback(
    (form: Preview['form']): void => onChange((now) => ({ ...now, form })),
    [onChange],
  );
  const apply = async (): Promise<void> => {
    if (chosen.length === 0 || open > 0) return;
    const done = await call(
      'importApply',
      { choices: [...choicesOf(choices)] },
      { subject: IMPORT_SUBJECT, said: transferSaid.done },
    );
    if (done !== null) props.onDone(done);
  };
  return (
    <form
      aria-label={words.rows}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void apply();
      }}
    >
      <h3 ref={heading} tabIndex={-1}>
        {words.found(rows.length)}
      </h3>
      <p className="secondary">{words.from(draft.fileName, draft.format)}</p>
      {draft.leftOut.length > 0 && <p className="notice">{words.leftOut(draft.leftOut)}</p>}
      {draft.format === 'inventory' && <p className="notice">{words.noSecrets}</p>}
      <ForAllOpen view={view} preview={preview} onChange={onChange} />
      <div className="import-heads secondary" aria-hidden="true">
        <span />
        {words.columns.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <ul ref={list} className="rows" aria-label={words.rows}>
        {choices.map((each) => {
          const row = rows[each.row];
          return row === undefined ? null : (
            <ImportRow
              key={each.row}
              view={view}
              row={row}
              draft={each}
              rows={rows}
              obstacle={obstacles[each.row] ?? null}
              isHere={clientsHere.has(row.clientId)}
              onChange={set}
              onForm={onForm}
            />
          );
        })}
      </ul>
      {props.another}
      <div className="sheet-actions">
        <output className="secondary">
          {chosen.length === 0 ? words.nothingChosen : open > 0 ? words.open(open) : ''}
        </output>
        <span className="spring" />
        <Button look="quiet" onClick={store.close}>
          {en.verbs.close}
        </Button>
        <Button look="primary" submit busy={busy} disabled={chosen.length === 0 || open > 0}>
          {words.apply(chosen.length - replaced, replaced)}
        </Button>
      </div>
    </form>
  );
}

/** At the top, or at the row that another form was about. */
function useFocusAt(
  row: number | null,
  heading: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    if (row === null) return heading.current?.focus();
    // The sheet is shown again with this, and takes the focus itself first.
    return queueMicrotask(() => {
      const item = list.current?.children[row];
      const origin = item?.querySelector('.import-by-hand button') ?? item;
      if (origin instanceof HTMLElement) origin.focus();
    });
  }, [row, heading, list]);
}

/** One choice for all rows that lack it. */
function ForAllOpen(props: {
  readonly view: AppView;
  readonly preview: Preview;
  readonly onChange: ChangePreview;
}): ReactNode {
  const { draft, choices } = props.preview;
  const [forOpen, setForOpen] = useState<ForOpen>({ environmentId: '', accessType: '' });
  const lacks = (field: keyof ForOpen, row: number): boolean =>
    (draft.rows[row]?.[field] ?? '') === '';
  // The first key in a list of choices is one already: another one is for the same rows.
  const choose = <F extends keyof ForOpen>(field: F, value: ForOpen[F]): void => {
    props.onChange((now) => ({
      ...now,
      choices: now.choices.map((each) =>
        each[field] === '' || (each[field] === forOpen[field] && lacks(field, each.row))
          ? { ...each, [field]: value }
          : each,
      ),
    }));
    setForOpen((now) => ({ ...now, [field]: value }));
  };
  const isAsked = (field: keyof ForOpen): boolean =>
    forOpen[field] !== '' ||
    (choices.length > 1 &&
      choices.some((each) => draft.rows[each.row]?.importable === true && each[field] === ''));
  if (!isAsked('environmentId') && !isAsked('accessType')) return null;
  return (
    <fieldset className="field import-for-all">
      <legend>{words.forOpen}</legend>
      <div className="columns">
        {isAsked('environmentId') && (
          <EnvironmentSelect
            environments={props.view.environments}
            value={forOpen.environmentId}
            onChange={(environmentId) => choose('environmentId', environmentId)}
            onAdd={() =>
              props.onChange((now) => ({ ...now, form: { kind: 'environment', row: null } }))
            }
          />
        )}
        {isAsked('accessType') && (
          <AccessSelect
            value={forOpen.accessType}
            onChange={(accessType) => choose('accessType', accessType)}
          />
        )}
      </div>
    </fieldset>
  );
}
