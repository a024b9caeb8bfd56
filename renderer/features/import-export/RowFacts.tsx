// What is known of a row that cannot be changed here: client, secret by length and fingerprint, hosts,
// what stands out, and where the vault or the file has it already.
import type { ReactNode } from 'react';
import type { ImportRowView } from '../../../electron/shared/import-export/import-view.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import { importWords as words } from './en-import-export.ts';

export function RowFacts(props: {
  readonly row: ImportRowView;
  readonly rows: readonly ImportRowView[];
  readonly view: AppView;
  readonly environmentId: string;
}): ReactNode {
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
function meetings(props: {
  readonly row: ImportRowView;
  readonly rows: readonly ImportRowView[];
  readonly view: AppView;
  readonly environmentId: string;
}): readonly string[] {
  const { row, rows, view, environmentId } = props;
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
