// Which of our secrets and tokens stand in a text, a file or a folder: what to look at is chosen through
// main, which answers names and places. The last result stays until the next search, or the lock.
import { useEffect, useRef, type ReactNode, useState } from 'react';
import {
  secretScanSources,
  type SecretScanSource,
  type SecretScanProgress,
} from '../../../electron/shared/secret-scan/secret-scan-view.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import { callKey } from '../../bridge/commands.ts';
import { SECRET_SCAN_SUBJECT } from './secret-scan-commands.ts';
import { Button } from '../../components/Button.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { WindowFailure } from '../../components/Failures.tsx';
import { en } from '../../i18n/en.ts';
import { secretScanWords as words } from './en-secret-scan.ts';
import { useApp, useFeedback, useWindow } from '../../state/app-context.tsx';
import { SearchResult } from './SearchResult.tsx';

const EVERY_MS = 200;

/** How far the search has come. Null while none runs, or something is still being chosen. */
function useSearchProgress(isBusy: boolean): SecretScanProgress | null {
  const { commands } = useApp();
  const [progress, setProgress] = useState<SecretScanProgress | null>(null);
  useEffect(() => {
    if (!isBusy) return undefined;
    let isOver = false;
    const look = async (): Promise<void> => {
      const next = await commands.secretScanProgress();
      if (!isOver) setProgress(next);
    };
    const timer = setInterval(() => void look(), EVERY_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
      setProgress(null);
    };
  }, [isBusy, commands]);
  return progress;
}

const choices = secretScanSources.filter((source) => source !== 'dropped');

export function SecretScanSheet(props: {
  readonly view: AppView;
  /** Counts what was dropped on the window: another number, another search. */
  readonly drops: number;
  readonly onClose: () => void;
}): ReactNode {
  const { view, drops, onClose } = props;
  const { commands, window: store } = useApp();
  const result = useWindow(({ secretScan }) => secretScan);
  const busy = useFeedback(({ pending }) =>
    pending.has(callKey('secretScanSearch', SECRET_SCAN_SUBJECT)),
  );
  const progress = useSearchProgress(busy);
  const searches = useRef(0);

  const search = async (source: SecretScanSource): Promise<void> => {
    const found = await commands.searchForOurs(source);
    if (found === null) return;
    searches.current += 1;
    store.patch({ secretScan: found });
  };
  useEffect(() => () => commands.endSecretScan(), [commands]);
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
    <Sheet title={words.title} onClose={onClose} wide>
      <p>{words.lead}</p>
      {progress !== null && <Progress progress={progress} onStop={commands.stopSearching} />}
      {progress === null && result === null && (
        <>
          <div className="secret-scan-take">{buttons}</div>
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
      <details className="secret-scan-limits">
        <summary>{words.howFar}</summary>
        <ul>
          {words.limits.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      </details>
      <div className="sheet-actions">
        {progress === null && result !== null && (
          <>
            <span className="secondary">{words.again}</span>
            {buttons}
            <span className="spring" />
          </>
        )}
        <Button look="quiet" onClick={onClose}>
          {en.verbs.close}
        </Button>
      </div>
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
    <div className="secret-scan-running">
      <progress aria-label={words.running} />
      <p className="figure">{words.progress(props.progress)}</p>
      <Button ref={stop} onClick={props.onStop}>
        {words.cancel}
      </Button>
    </div>
  );
}
