// One credential that was found: whether it is chosen, what is known of it without its secret, where it
// meets what is here already, and what is left to decide.
import { memo, useId, useState, type ReactNode } from 'react';
import type { ImportRowView } from '../../../electron/shared/import-export/import-view.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import { accessTypes, type AccessType } from '../../../electron/shared/words.ts';
import { Button } from '../../components/Button.tsx';
import { EnvironmentSelect } from '../../components/EnvironmentSelect.tsx';
import { Radios, SelectField, TextField } from '../../components/Field.tsx';
import { ReachFields } from '../../components/ReachFields.tsx';
import { importWords as words } from './en-import-export.ts';
import {
  isDuplicate,
  prefillOf,
  replaceable,
  type ImportObstacle,
  type Preview,
  type RowDraft,
  type RowWay,
} from './import-choices.ts';

interface RowProps {
  readonly view: AppView;
  readonly row: ImportRowView;
  readonly rows: readonly ImportRowView[];
  readonly draft: RowDraft;
  readonly obstacle: ImportObstacle | null;
  /** A credential with this client id is in the vault by now. */
  readonly isHere: boolean;
  readonly onChange: (row: number, part: Partial<RowDraft>) => void;
  /** Opens a form in the place of the preview. */
  readonly onForm: (form: Preview['form']) => void;
}

type RowFormProps = Pick<RowProps, 'view' | 'row' | 'draft' | 'obstacle' | 'onForm'> & {
  readonly onChange: (part: Partial<RowDraft>) => void;
};

/** One of up to five hundred: a key press in one leaves the others as they are. */
export const ImportRow = memo(function ImportRow(props: RowProps): ReactNode {
  const { row, draft, obstacle } = props;
  const onChange = (part: Partial<RowDraft>): void => props.onChange(row.row, part);
  const [wanted, setWanted] = useState<boolean | null>(null);
  // What somebody is at stays open, though nothing stands against the row any more: the next letter, or the
  // next key in a list of choices, would meet nothing.
  const onEdit = (part: Partial<RowDraft>): void => {
    setWanted(true);
    onChange(part);
  };
  const id = useId();
  // One alone is looked at as a whole.
  const isOpen =
    wanted ??
    (obstacle !== null || (row.importable && (isDuplicate(row) || props.rows.length === 1)));
  const label = draft.label === '' ? row.clientId : draft.label;
  return (
    <li className="import-row" tabIndex={-1} data-chosen={draft.way === 'skip' ? undefined : ''}>
      <div className="import-row-head">
        <input
          type="checkbox"
          id={id}
          checked={draft.way !== 'skip'}
          disabled={!row.importable}
          aria-label={words.include(label)}
          onChange={(event) => onChange({ way: event.currentTarget.checked ? 'add' : 'skip' })}
        />
        <label htmlFor={id} className="import-row-name strong wrap" aria-hidden="true">
          {label}
        </label>
        <span className="secondary">{words.place(row.line, row.more)}</span>
      </div>
      <RowFacts {...props} />
      {!row.importable && row.clientId !== '' && !props.isHere && (
        <p className="line import-by-hand">
          <Button
            onClick={() =>
              props.onForm({ kind: 'credential', row: row.row, prefill: prefillOf(row, draft) })
            }
            aria-label={words.addByHandOf(label)}
          >
            {words.addByHand}
          </Button>
          <span className="secondary">{words.addByHandNote}</span>
        </p>
      )}
      {row.importable && (
        <details
          className="fold import-row-edit"
          open={isOpen}
          onToggle={(event) => {
            if (event.currentTarget.open !== isOpen) setWanted(event.currentTarget.open);
          }}
        >
          <summary>
            {obstacle === null ? words.details : <strong>{words.obstacles[obstacle]}</strong>}
          </summary>
          {isOpen && <RowForm {...props} onChange={onEdit} />}
        </details>
      )}
    </li>
  );
});

function RowForm({ view, row, draft, obstacle, onChange, onForm }: RowFormProps): ReactNode {
  const failed = (...which: readonly ImportObstacle[]): string | null =>
    obstacle !== null && which.includes(obstacle) ? words.obstacles[obstacle] : null;
  const asked =
    draft.way === 'replace_secret' ? null : failed('label', 'label_unfit', 'name_taken');
  const environmentHint = [
    draft.environmentId !== '' && draft.environmentId === row.environmentId
      ? row.environmentReason && words.environmentReason[row.environmentReason]
      : null,
    words.environmentHint(row.environmentName),
  ];
  return (
    <div className="import-row-form">
      {isDuplicate(row) && <WayChoice row={row} draft={draft} onChange={onChange} />}
      <EnvironmentSelect
        environments={view.environments}
        value={draft.environmentId}
        hint={environmentHint.filter((each) => each !== null && each !== '').join(' ')}
        error={failed('environment', 'way', 'twice')}
        onChange={(environmentId) => onChange({ environmentId })}
        onAdd={() => onForm({ kind: 'environment', row: row.row })}
      />
      {draft.way !== 'replace_secret' && (
        <>
          <div className="columns">
            <TextField
              label={words.label}
              value={draft.label}
              maxLength={80}
              error={asked}
              onChange={(event) => onChange({ label: event.currentTarget.value })}
            />
            <AccessSelect
              value={draft.accessType}
              error={failed('access_type')}
              hint={accessHint(row, draft)}
              onChange={(accessType) => onChange({ accessType })}
            />
          </div>
          <ReachFields
            draft={draft}
            hint={row.scopes.length === 0 ? words.scopesAssumed : ''}
            error={failed('scopes', 'permission')}
            onChange={onChange}
          />
        </>
      )}
    </div>
  );
}

function accessHint(row: ImportRowView, { accessType }: RowDraft): string {
  if (row.accessReason === null) return words.noAccessReason;
  return row.accessType === accessType ? words.accessReason[row.accessReason] : '';
}

function WayChoice(props: Pick<RowFormProps, 'row' | 'draft' | 'onChange'>): ReactNode {
  const { row, draft, onChange } = props;
  const ways: readonly RowWay[] =
    replaceable(row, draft.environmentId) === null && draft.way !== 'replace_secret'
      ? ['skip', 'add']
      : ['skip', 'add', 'replace_secret'];
  return (
    <Radios
      legend={words.way}
      options={ways.map((way) => [way, words.ways[way]])}
      chosen={draft.way}
      onChoose={(way) => onChange({ way })}
    />
  );
}

type Facts = Pick<RowProps, 'view' | 'row' | 'rows' | 'draft'>;

/** What cannot be changed here: client, secret by length and fingerprint, hosts, and what stands out. */
function RowFacts(props: Facts): ReactNode {
  const { row } = props;
  const said = [...meetings(props), ...row.notes.map((note) => words.notes[note])];
  return (
    <>
      <dl className="import-facts">
        <div>
          <dt>{words.client}</dt>
          <dd className="mono">{row.clientId === '' ? '–' : row.clientId}</dd>
        </div>
        <div>
          <dt>{words.secret}</dt>
          <dd data-standing={row.secret.standing}>{words.secretOf(row.secret)}</dd>
        </div>
        {row.hosts.length > 0 && (
          <div>
            <dt>{words.hosts}</dt>
            <dd className="mono">{row.hosts.join(', ')}</dd>
          </div>
        )}
      </dl>
      {said.length > 0 && (
        <ul className="bullets secondary">
          {said.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Where the same client or the same secret is besides. */
function meetings({ row, rows, view, draft }: Facts): readonly string[] {
  const { environmentId } = draft;
  const linesOf = (others: readonly number[]): string =>
    words.lines(others.map((other) => rows[other]?.line ?? 0));
  const placeOf = (id: string): string =>
    view.environments.find((each) => each.id === id)?.name ?? '';
  return [
    ...row.known.map((each) =>
      environmentId === '' || each.environmentId === environmentId
        ? words.here(each.label, each.sameSecret)
        : words.elsewhere(each.label, placeOf(each.environmentId)),
    ),
    ...row.secretOf.map(({ label }) => words.secretKnown(label)),
    ...(row.moreKnown > 0 ? [words.moreKnown(row.moreKnown)] : []),
    ...(row.sameClient.length > 0 ? [words.sameClient(linesOf(row.sameClient))] : []),
    ...(row.sameSecret.length > 0 ? [words.sameSecret(linesOf(row.sameSecret))] : []),
  ];
}

/** For one row, or for all rows that are open. */
export function AccessSelect(props: {
  readonly value: AccessType | '';
  readonly hint?: string;
  readonly error?: string | null;
  readonly onChange: (accessType: AccessType | '') => void;
}): ReactNode {
  return (
    <SelectField
      label={words.accessType}
      hint={props.hint}
      error={props.error ?? null}
      value={props.value}
      onChange={(event) => {
        const chosen = accessTypes.find((each) => each === event.currentTarget.value);
        props.onChange(chosen ?? '');
      }}
    >
      <option value="">{words.choose}</option>
      {accessTypes.map((each) => (
        <option key={each} value={each}>
          {words.accessTypes[each]}
        </option>
      ))}
    </SelectField>
  );
}
