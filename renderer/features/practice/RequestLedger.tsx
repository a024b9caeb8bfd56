// What the practice gateway was asked, newest first. Paths and status only; secrets and tokens never
// reach this window.
import type { ReactNode } from 'react';
import type { PracticeView } from '../../../electron/shared/practice/practice-view.ts';
import { practiceWords as words } from './en-practice.ts';

const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

export function RequestLedger(props: { readonly ledger: PracticeView['ledger'] }): ReactNode {
  if (props.ledger.length === 0) return <p className="secondary">{words.ledgerEmpty}</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region needs the keyboard
    <section className="ledger" aria-label={words.ledger} tabIndex={0}>
      <table>
        <caption>{words.ledger}</caption>
        <thead>
          <tr>
            {Object.values(words.columns).map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.ledger.toReversed().map((entry, index) => (
            <tr key={props.ledger.length - index}>
              <td className="figure">{time.format(entry.atMs)}</td>
              <td className="mono">{entry.method}</td>
              <td className="mono">{entry.path}</td>
              <td className="figure">{entry.status}</td>
              <td>{entry.note}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
