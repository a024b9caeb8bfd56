// The rows that were found, what a person decides for each or for all that are open, and the one button
// that imports what is chosen.
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type {
  ImportDone,
  ImportDraftView,
  ImportRowView,
} from '../../../electron/shared/import-export/import-view.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import { IMPORT_SUBJECT } from '../../bridge/feedback.ts';
import { Button } from '../../components/Button.tsx';
import { EnvironmentSelect } from '../../components/EnvironmentSelect.tsx';
import { importWords as words } from './en-import-export.ts';
import { choicesOf, obstaclesOf, type RowDraft } from './import-choices.ts';
import { takenLabels } from '../../model/credential-draft.ts';
import { useApp, usePending } from '../../state/app-context.tsx';
import { transferSaid } from '../../i18n/en-said.ts';
import { ImportRow } from './ImportRow.tsx';
import { AccessSelect } from './RowFields.tsx';

/** What was chosen for all rows that needed one. */
type ForOpen = Pick<RowDraft, 'environmentId' | 'accessType'>;

export function ImportPreview(props: {
  readonly view: AppView;
  readonly draft: ImportDraftView;
  readonly drafts: readonly RowDraft[];
  readonly onChoose: (change: (before: readonly RowDraft[]) => readonly RowDraft[]) => void;
  /** The row whose form was closed last; null to begin at the top. */
  readonly cameFrom: number | null;
  readonly onAddByHand: (row: ImportRowView, draft: RowDraft) => void;
  /** For one row, or for all that have none. */
  readonly onAddEnvironment: (row: number | null) => void;
  /** Takes something else in its place. */
  readonly another: ReactNode;
  readonly close: ReactNode;
  readonly onDone: (done: ImportDone) => void;
}): ReactNode {
  const { view, draft, drafts, onChoose: setDrafts, cameFrom, another, close } = props;
  const { onAddByHand, onAddEnvironment } = props;
  const { rows } = draft;
  const { call } = useApp();
  const busy = usePending('importApply', IMPORT_SUBJECT);
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (cameFrom === null) return heading.current?.focus();
    // The sheet is shown again with this, and takes the focus itself first.
    return queueMicrotask(() => {
      const row = list.current?.children[cameFrom];
      const origin = row?.querySelector('.import-by-hand button') ?? row;
      if (origin instanceof HTMLElement) origin.focus();
    });
  }, [cameFrom]);

  const taken = useMemo(() => takenLabels(view.credentials), [view.credentials]);
  const clientsHere = useMemo(
    () => new Set(view.credentials.map(({ clientId }) => clientId)),
    [view.credentials],
  );
  const obstacles = useMemo(() => obstaclesOf(drafts, rows, taken), [drafts, rows, taken]);
  const chosen = drafts.filter(({ way }) => way !== 'skip');
  const replaced = chosen.filter(({ way }) => way === 'replace_secret').length;
  const open = obstacles.filter((each) => each !== null).length;
  const set = useCallback(
    (row: number, part: Partial<RowDraft>): void =>
      setDrafts((before) => before.map((each) => (each.row === row ? { ...each, ...part } : each))),
    [setDrafts],
  );
  const [forOpen, setForOpen] = useState<ForOpen>({ environmentId: '', accessType: '' });
  // The first key in a list of choices is one already: another one is for the same rows.
  const chooseForOpen = <F extends keyof ForOpen>(field: F, value: ForOpen[F]): void => {
    const wasOpen = ({ row }: RowDraft): boolean => (rows[row]?.[field] ?? '') === '';
    setDrafts((before) =>
      before.map((each) =>
        each[field] === '' || (each[field] === forOpen[field] && wasOpen(each))
          ? { ...each, [field]: value }
          : each,
      ),
    );
    setForOpen((before) => ({ ...before, [field]: value }));
  };
  const isAsked = (field: keyof ForOpen): boolean =>
    forOpen[field] !== '' ||
    (drafts.length > 1 && drafts.some((each) => rows[each.row]?.importable && each[field] === ''));

  const apply = async (): Promise<void> => {
    if (chosen.length === 0 || open > 0) return;
    const done = await call(
      'importApply',
      { choices: [...choicesOf(drafts)] },
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
      {(isAsked('environmentId') || isAsked('accessType')) && (
        <fieldset className="field import-for-all">
          <legend>{words.forOpen}</legend>
          <div className="field-pair">
            {isAsked('environmentId') && (
              <EnvironmentSelect
                environments={view.environments}
                value={forOpen.environmentId}
                onChange={(environmentId) => chooseForOpen('environmentId', environmentId)}
                onAdd={() => onAddEnvironment(null)}
              />
            )}
            {isAsked('accessType') && (
              <AccessSelect
                value={forOpen.accessType}
                onChange={(accessType) => chooseForOpen('accessType', accessType)}
              />
            )}
          </div>
        </fieldset>
      )}
      <div className="import-heads secondary" aria-hidden="true">
        <span />
        {words.columns.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <ul ref={list} className="rows" aria-label={words.rows}>
        {drafts.map((each) => {
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
              onAddByHand={onAddByHand}
              onAddEnvironment={onAddEnvironment}
            />
          );
        })}
      </ul>
      {another}
      <div className="sheet-actions">
        <output className="secondary">
          {chosen.length === 0 ? words.nothingChosen : open > 0 ? words.open(open) : ''}
        </output>
        <span className="spring" />
        {close}
        <Button look="primary" submit busy={busy} disabled={chosen.length === 0 || open > 0}>
          {words.apply(chosen.length - replaced, replaced)}
        </Button>
      </div>
    </form>
  );
}
