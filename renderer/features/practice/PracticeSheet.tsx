// The practice gateway's controls and the ledger of what it was asked. Polled only while open.
import { useEffect, useState, type ReactNode, type FormEvent } from 'react';
import type { PracticeView } from '../../../electron/shared/practice/practice-view.ts';
import {
  faultWords,
  type PracticeFault,
} from '../../../electron/shared/practice/practice-words.ts';
import { Sheet } from '../../components/Sheet.tsx';
import { WindowFailure } from '../../components/Failures.tsx';
import { practiceWords as words } from './en-practice.ts';
import { useApp } from '../../state/app-context.tsx';
import { Button } from '../../components/Button.tsx';
import { Select, TextField } from '../../components/Field.tsx';

const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

/**
 * What the practice gateway was asked, newest first. Paths and status only; secrets and tokens never
 * reach this window.
 */
function RequestLedger(props: { readonly ledger: PracticeView['ledger'] }): ReactNode {
  if (props.ledger.length === 0) return <p className="secondary">{words.ledgerEmpty}</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region needs the keyboard
    <section className="frame ledger" aria-label={words.ledger} tabIndex={0}>
      <table className="table">
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

const fields = [
  ['traderLifetimeSeconds', words.traderLifetime, 5, 86_400],
  ['partnerLifetimeSeconds', words.partnerLifetime, 5, 86_400],
  ['propagationSeconds', words.propagation, 0, 600],
  ['slowFirstCallMs', words.slow, 0, 10_000],
] as const;
type Field = (typeof fields)[number][0];

const wrong = (text: string, min: number, max: number): boolean =>
  !/^\d{1,6}$/.test(text.trim()) || Number(text) < min || Number(text) > max;

/**
 * How the practice gateway behaves: lifetimes, how long a revocation spreads, a slow first call, and
 * wrong answers on demand. Within the bounds of the contract, said before main refuses.
 */
function PracticeControls(props: {
  readonly practice: PracticeView;
  readonly onChanged: (practice: PracticeView) => void;
}): ReactNode {
  const { practice, onChanged } = props;
  const { call } = useApp();
  const [edited, setEdited] = useState<Partial<Record<Field, string>>>({});
  const [submitted, setSubmitted] = useState(false);
  const textOf = (field: Field): string => edited[field] ?? String(practice[field]);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setSubmitted(true);
    if (fields.some(([field, , min, max]) => wrong(textOf(field), min, max))) return;
    const change = Object.fromEntries(fields.map(([field]) => [field, Number(textOf(field))]));
    const changed = await call('practiceChange', change, {
      subject: 'practice',
      said: words.applied,
    });
    if (changed === null) return;
    setEdited({});
    onChanged(changed);
  };
  const changeFault = async (fault: PracticeFault): Promise<void> => {
    const changed = await call('practiceChange', { fault }, { subject: 'practice' });
    if (changed !== null) onChanged(changed);
  };
  return (
    <form noValidate className="columns" onSubmit={(event) => void submit(event)}>
      {fields.map(([field, label, min, max]) => (
        <TextField
          key={field}
          label={label}
          inputMode="numeric"
          value={textOf(field)}
          error={submitted && wrong(textOf(field), min, max) ? words.range(min, max) : null}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setEdited((now) => ({ ...now, [field]: value }));
          }}
        />
      ))}
      <Select
        label={words.fault}
        chosen={practice.fault}
        options={Object.entries(faultWords) as [PracticeFault, string][]}
        onChoose={(fault) => void changeFault(fault)}
      />
      <div className="practice-apply">
        <Button submit>{words.apply}</Button>
      </div>
    </form>
  );
}

const POLL_MS = 2000;

export function PracticeSheet(): ReactNode {
  const { quietly } = useApp();
  const [practice, setPractice] = useState<PracticeView | null>(null);
  useEffect(() => {
    const ask = async (): Promise<void> => {
      if (document.visibilityState === 'hidden') return;
      const now = await quietly('practiceCurrent');
      if (now.ok) setPractice(now.value);
    };
    void ask();
    const timer = setInterval(() => void ask(), POLL_MS);
    return () => clearInterval(timer);
  }, [quietly]);
  return (
    <Sheet title={words.title} wide>
      <p>
        {words.lead}{' '}
        {practice !== null && <strong>{practice.running ? words.running : words.stopped}</strong>}
      </p>
      {practice !== null && (
        <>
          <PracticeControls practice={practice} onChanged={setPractice} />
          <WindowFailure subject="practice" />
          <RequestLedger ledger={practice.ledger} />
        </>
      )}
    </Sheet>
  );
}
