// What became of one action on many credentials, a line each: the failed first, with what failed; and the
// way to try those again. Closing the sheet ends nothing.
import { useEffect, useRef, type ReactNode } from 'react';
import type { BulkRunView } from '../../../electron/shared/bulk/bulk-view.ts';
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';
import { failureWords } from '../../../electron/shared/failures/failure-words.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import { FullName } from '../../components/FullName.tsx';
import { Button } from '../../components/Button.tsx';
import { isFocusNowhere } from '../../components/keep-focus.ts';
import { Sheet, SheetFoot } from '../../components/Sheet.tsx';
import { NextTry } from '../../components/Time.tsx';
import { WindowFailure } from '../../components/Failures.tsx';
import { bulkWords as words } from './en-bulk.ts';
import { en } from '../../i18n/en.ts';
import { waitingFor } from '../../model/activity.ts';
import { bulkPlan, bulkStanding, planSize, type LeftOut } from '../../model/bulk-plan.ts';
import { useApp } from '../../state/app-context.tsx';
import { startBulk } from '../../actions/shared-calls.ts';

/** `runId` null: whichever is there. */
export function BulkSheet(props: {
  readonly view: AppView;
  readonly runId: string | null;
  readonly left: readonly LeftOut[];
}): ReactNode {
  const { view, runId, left } = props;
  const { bulk: run } = view;
  if (run !== null && (runId === null || run.id === runId)) {
    return <BulkRun key={run.id} {...{ view, run, left }} />;
  }
  // The snapshot with the run comes after the answer that it has begun.
  return (
    <Sheet title={words.results}>
      <p className="secondary">{words.starting}</p>
      <SheetFoot />
    </Sheet>
  );
}

const order = { failed: 0, running: 1, waiting: 2, left_alone: 3, done: 4 } as const;

function BulkRun(props: {
  readonly view: AppView;
  readonly run: BulkRunView;
  readonly left: readonly LeftOut[];
}): ReactNode {
  const { view, run, left } = props;
  const { call, window: store } = useApp();
  const standing = bulkStanding(run);
  const credentials = new Map(view.credentials.map((each) => [each.id, each]));
  const failed = run.items
    .filter(({ state }) => state === 'failed' || state === 'left_alone')
    .flatMap(({ credentialId }) => credentials.get(credentialId) ?? []);
  const again = bulkPlan(run.kind, failed);
  const stoppable = run.items.some(({ state, credentialId }) => {
    const credential = credentials.get(credentialId);
    if (state !== 'running' || credential === undefined) return state === 'waiting';
    return waitingFor(credential) !== null;
  });
  const tryAgain = async (): Promise<void> => {
    const begun = await startBulk(call, again);
    if (begun !== null) store.show({ kind: 'bulk', runId: begun.runId, left: again.left });
  };
  const putAway = async (): Promise<void> => {
    await call('bulkClose', { runId: run.id });
    store.close();
  };
  return (
    <Sheet title={words.title[run.kind]}>
      <p>
        <strong className="figure">{words.standing(standing)}</strong>
      </p>
      <output className="visually-hidden">
        {standing.ended ? words.ended(standing) : words.begun(standing.all)}
      </output>
      <WindowFailure />
      <Lines {...{ run, left, credentials }} isEnded={standing.ended} />
      <SheetFoot>
        {!standing.ended && (
          <Button
            disabled={!stoppable}
            title={stoppable ? undefined : words.allBegun}
            onClick={() => void call('bulkCancel', { runId: run.id })}
          >
            {words.cancel}
          </Button>
        )}
        <span className="spring" />
        {/* Not where the queue was stopped: a second press there must not put the results away. */}
        {standing.ended && <Button onClick={() => void putAway()}>{words.putAway}</Button>}
        {standing.ended && planSize(again) > 0 && (
          <Button onClick={() => void tryAgain()}>{words.again(planSize(again))}</Button>
        )}
      </SheetFoot>
    </Sheet>
  );
}

function Lines(props: {
  readonly run: BulkRunView;
  readonly left: readonly LeftOut[];
  readonly credentials: ReadonlyMap<string, CredentialView>;
  readonly isEnded: boolean;
}): ReactNode {
  const { run, left, credentials, isEnded } = props;
  const lines = [
    ...run.items
      .toSorted((a, b) => order[a.state] - order[b.state])
      .map((item) => {
        const { credentialId, state } = item;
        return {
          credentialId,
          state,
          said: wordsOf(run.kind, item, credentials.get(credentialId)),
        };
      }),
    ...left.map(({ credentialId, why }) => ({
      credentialId,
      state: 'left_out',
      said: words.left[why],
    })),
  ];
  const scroller = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // The button that stops the queue may have had the focus, and is gone.
    if (isEnded && isFocusNowhere()) scroller.current?.focus();
  }, [isEnded]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must scroll it.
    <ul ref={scroller} className="frame rows" aria-label={words.results} tabIndex={0}>
      {lines.map(({ credentialId, state, said }, index) => {
        const credential = credentials.get(credentialId);
        return (
          <li
            key={`${credentialId} ${index}`}
            className="line line-firm line-apart bulk-line"
            data-state={state}
          >
            <span className="bulk-name strong wrap">
              {credential === undefined ? words.gone : <FullName of={credential} />}
            </span>
            <span className="bulk-said secondary state-word">{said}</span>
          </li>
        );
      })}
    </ul>
  );
}

function wordsOf(
  kind: BulkRunView['kind'],
  item: BulkRunView['items'][number],
  credential: CredentialView | undefined,
): ReactNode {
  const waits =
    item.state === 'running' && credential !== undefined ? waitingFor(credential) : null;
  if (waits === null) return words.item(kind, item);
  return (
    <>
      {failureWords(waits.failure).what} <NextTry atMs={waits.atMs} say={en.nextTry} />
    </>
  );
}
