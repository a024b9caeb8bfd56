// Which of our secrets and tokens stand in a text, a file or a folder: what to look at is chosen through
// main, which answers names and places. The last result stays until the next search, or the lock.
import { useEffect, useRef, type ReactNode, useState } from 'react';
import {
  secretScanSources,
  type SecretScanSource,
  type SecretScanProgress,
} from '../../../electron/shared/secret-scan/secret-scan-view.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import { SECRET_SCAN_SUBJECT } from '../../bridge/feedback.ts';
import { Button } from '../../components/Button.tsx';
import { Sheet, SheetFoot } from '../../components/Sheet.tsx';
import { WindowFailure } from '../../components/Failures.tsx';
import { secretScanWords as words } from './en-secret-scan.ts';
import { useApp, useWindow, usePending } from '../../state/app-context.tsx';
import { saidOfSearch } from '../../i18n/en-said.ts';
import { SearchResult } from './SearchResult.tsx';

const EVERY_MS = 200;

/** How far the search has come. Null while none runs, or something is still being chosen. */
function useSearchProgress(isBusy: boolean): SecretScanProgress | null {
  const { quietly } = useApp();
  const [progress, setProgress] = useState<SecretScanProgress | null>(null);
  useEffect(() => {
    if (!isBusy) return undefined;
    let isOver = false;
    const look = async (): Promise<void> => {
      const next = await quietly('secretScanProgress');
      if (!isOver) setProgress(next.ok ? next.value : null);
    };
    const timer = setInterval(() => void look(), EVERY_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
      setProgress(null);
    };
  }, [isBusy, quietly]);
  return progress;
}

const choices = secretScanSources.filter((source) => source !== 'dropped');

export function SecretScanSheet(props: {
  readonly view: AppView;
  /** Counts what was dropped on the window: another number, another search. */
  readonly drops: number;
}): ReactNode {
  const { view, drops } = props;
  const { call, feedback, quietly, window: store } = useApp();
  const result = useWindow(({ secretScan }) => secretScan);
  const busy = usePending('secretScanSearch', SECRET_SCAN_SUBJECT);
  const progress = useSearchProgress(busy);
  const searches = useRef(0);

  const search = async (source: SecretScanSource): Promise<void> => {
    const found = await call(
      'secretScanSearch',
      { source },
      { subject: SECRET_SCAN_SUBJECT, said: (ended) => `${saidOfSearch(ended)}.` },
    );
    if (found === null) return;
    searches.current += 1;
    store.patch({ secretScan: found });
  };
  useEffect(
    () => () => {
      feedback.clear(SECRET_SCAN_SUBJECT);
      void quietly('secretScanEnd');
    },
    [feedback, quietly],
  );
  useEffect(() => {
    if (drops > 0) void search('dropped');
    // oxlint-disable-next-line react/exhaustive-deps -- a drop is searched once, when it comes.
  }, [drops]);

  const buttons = choices.map((source) => (
    <Button
      key={source}
      look={result === null && source === 'clipboard' ? 'primary' : 'plain'}
      busy={busy}
      onClick={() => void search(source)}
    >
      {words.take[source]}
    </Button>
  ));
  return (
    <Sheet title={words.title} wide>
      <p>{words.lead}</p>
      {progress !== null && (
        <Progress progress={progress} onStop={() => void quietly('secretScanCancel')} />
      )}
      {progress === null && result === null && (
        <>
          <div className="actions">{buttons}</div>
          <p className="secondary">{words.drop}</p>
        </>
      )}
      {progress === null && result !== null && (
        <SearchResult
          key={searches.current}
          view={view}
          result={result}
          news={searches.current > 0}
        />
      )}
      <WindowFailure subject={SECRET_SCAN_SUBJECT} />
      <details className="fold">
        <summary>{words.howFar}</summary>
        <ul className="bullets">
          {words.limits.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      </details>
      <SheetFoot>
        {progress === null && result !== null && (
          <>
            <span className="secondary">{words.again}</span>
            {buttons}
            <span className="spring" />
          </>
        )}
      </SheetFoot>
    </Sheet>
  );
}

function Progress(props: {
  readonly progress: SecretScanProgress;
  readonly onStop: () => void;
}): ReactNode {
  const stop = useRef<HTMLButtonElement>(null);
  // What was pressed has gone: the one thing left to do takes the keyboard.
  useEffect(() => stop.current?.focus(), []);
  return (
    <div className="actions">
      <progress aria-label={words.running} />
      <p className="spring figure">{words.progress(props.progress)}</p>
      <Button ref={stop} onClick={props.onStop}>
        {words.cancel}
      </Button>
    </div>
  );
}
