// The history of everything: searched, verified, exported.
import { Search, X } from 'lucide-react';
import { useDeferredValue, useEffect, useState, type ReactNode } from 'react';
import type { HistoryVerdictView } from '../../../electron/shared/history/history-view.ts';
import { HISTORY_SUBJECT } from '../../bridge/feedback.ts';
import { Button } from '../../components/Button.tsx';
import { CallButton, ShowSaved } from '../../components/CallButton.tsx';
import { FailureNotice, SheetFailure } from '../../components/Failures.tsx';
import { Sheet, SheetFoot } from '../../components/Sheet.tsx';
import { grouped, historyWords as words, timeOf } from './en-history.ts';
import { useApp } from '../../state/app-context.tsx';
import { DamageNotice } from './HistoryBands.tsx';
import { HistoryPages, useHistory } from './HistoryPages.tsx';

export function HistorySheet(): ReactNode {
  const { call } = useApp();
  const [search, setSearch] = useState('');
  const [verdict, setVerdict] = useState<HistoryVerdictView | null>(null);
  const history = useHistory(null, useDeferredValue(search).trim());
  const { events, total, reading } = history;
  const [saved, setSaved] = useState(false);
  const save = async (format: 'json_lines' | 'html'): Promise<void> => {
    const exported = await call(
      'historyExport',
      { format },
      { subject: HISTORY_SUBJECT, said: ({ events: written }) => words.exported(written) },
    );
    setSaved(exported !== null);
    history.refresh();
  };
  return (
    <Sheet wide title={words.title}>
      <p className="secondary">{words.lead}</p>
      <div className="actions history-tools">
        <div className="input search-field">
          <Search size={14} aria-hidden="true" />
          <input
            type="search"
            aria-label={words.search}
            placeholder={words.searchHint}
            autoComplete="off"
            spellCheck={false}
            maxLength={80}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          {search !== '' && (
            <Button
              look="icon"
              aria-label={words.clearSearch}
              title={words.clearSearch}
              onClick={() => setSearch('')}
            >
              <X size={14} aria-hidden="true" />
            </Button>
          )}
        </div>
        <CallButton
          call="historyVerify"
          subject={HISTORY_SUBJECT}
          said={(found) => (found.damage === null ? words.intact(found.events) : null)}
          onClick={() => setVerdict(null)}
          onDone={setVerdict}
        >
          {words.verify}
        </CallButton>
      </div>
      <SheetFailure subject={HISTORY_SUBJECT} />
      {verdict !== null && verdict.damage !== null && <DamageNotice damage={verdict.damage} />}
      <p className="secondary figure" aria-live="polite">
        {verdict?.damage === null
          ? words.verified(verdict.events, timeOf(verdict.atMs))
          : reading && events.length === 0
            ? words.reading
            : words.total(total)}
      </p>
      {history.failure !== null && <FailureNotice failure={history.failure} news={false} />}
      <section
        className="frame history-scroll"
        aria-label={words.list}
        aria-busy={reading}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region needs the keyboard
        tabIndex={0}
      >
        <HistoryPages history={history} named />
        {history.next === null && events.length > 0 && history.search === '' && (
          <p className="history-end secondary">{words.beginning}</p>
        )}
      </section>
      <HistoryHead />
      <SheetFoot>
        <Button onClick={() => void save('json_lines')}>{words.exportLines}</Button>
        <Button onClick={() => void save('html')}>{words.exportPage}</Button>
        <ShowSaved saved={saved} />
        <span className="spring" />
      </SheetFoot>
    </Sheet>
  );
}

function HistoryHead(): ReactNode {
  const { quietly } = useApp();
  const [head, setHead] = useState<string | null>(null);
  useEffect(() => {
    void quietly('historyHead').then((found) => setHead(found.ok ? found.value.head : null));
  }, [quietly]);
  if (head === null) return null;
  return (
    <p className="secondary history-key">
      {words.head} <span className="mono wrap">{grouped(head)}</span>
    </p>
  );
}
