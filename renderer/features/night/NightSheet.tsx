// What happens in the next 24 hours, in order; and making sure that nothing expires before a time: what
// can be renewed is renewed now, once main has asked; what cannot is named.
import { useState, type ReactNode } from 'react';
import { useMinute } from '../../components/use-time.ts';
import { FullName, FullNameOf } from '../../components/FullName.tsx';
import { Button } from '../../components/Button.tsx';
import { Sheet, SheetFoot, type ViewSheetProps } from '../../components/Sheet.tsx';
import { TimeField } from '../../components/Field.tsx';
import { WindowFailure } from '../../components/Failures.tsx';
import { nightWords } from './en-night.ts';
import { clockTime } from '../../i18n/time.ts';
import type { BulkPlan } from '../../model/bulk-plan.ts';
import { nextTime } from '../../model/next-time.ts';
import { nightEvents, nightPlan, type NightPlan, secretsDue } from './night.ts';
import { useApp } from '../../state/app-context.tsx';
import { startBulk } from '../../actions/shared-calls.ts';
import { dateOf } from '../../../electron/shared/health/secret-due.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { secretDueWords } from '../health/en-secret-due.ts';

/** What there is of it by time, as far as it is shown; `nothing` says that there is none. */
function NightList<T>(props: {
  readonly title: string;
  readonly nothing: string;
  readonly of: readonly T[];
  readonly most: number;
  readonly renderLine: (each: T) => ReactNode;
}): ReactNode {
  const { of, most } = props;
  return (
    <>
      <h3>{props.title}</h3>
      {of.length === 0 ? (
        <p className="secondary">{props.nothing}</p>
      ) : (
        <ol className="rows night-list">
          {of.slice(0, most).map(props.renderLine)}
          {of.length > most && <li className="secondary">{nightWords.more(of.length - most)}</li>}
        </ol>
      )}
    </>
  );
}

const SECRETS_SHOWN = 50;
const EVENTS_SHOWN = 100;

export function NightSheet({ view }: ViewSheetProps): ReactNode {
  const { call, window: store } = useApp();
  const nowMs = useMinute(true);
  const [time, setTime] = useState('08:00');
  const untilMs = nextTime(time, nowMs);
  const { credentials } = view;
  const plan = untilMs === null ? null : nightPlan(credentials, untilMs, nowMs);
  const renew = async (): Promise<void> => {
    if (plan === null) return;
    const action: BulkPlan['action'] = { kind: 'renew', tokenIds: [...plan.tokenIds] };
    const begun = await startBulk(call, { action, left: [] });
    if (begun !== null) store.show({ kind: 'bulk', runId: begun.runId, left: [] });
  };
  return (
    <Sheet title={nightWords.title}>
      <TimeField label={nightWords.until} time={time} onType={setTime} />
      {plan !== null && untilMs !== null && (
        <Planned plan={plan} time={clockTime(untilMs, nowMs)} />
      )}
      <WindowFailure />
      <NightList
        title={nightWords.list}
        nothing={nightWords.nothing}
        of={nightEvents(credentials, nowMs)}
        most={EVENTS_SHOWN}
        renderLine={({ credentialId, label, kind, atMs, replaced }) => (
          <li key={`${credentialId} ${kind} ${atMs}`} className="event">
            <span className="figure">{clockTime(atMs, nowMs)}</span>
            <span className="wrap">
              <FullNameOf id={credentialId} label={label} />
            </span>
            <span className="secondary">
              {replaced ? nightWords.replaced : nightWords.kinds[kind]}
            </span>
          </li>
        )}
      />
      {/* The longer view behind the night strip, each with the way into its rotation. */}
      <NightList
        title={secretDueWords.longer}
        nothing={secretDueWords.nothingLonger}
        of={secretsDue(credentials, nowMs)}
        most={SECRETS_SHOWN}
        renderLine={({ credential, atMs }) => (
          <li key={credential.id} className="event">
            <span className="figure">{dateOf(atMs)}</span>
            <span className="wrap">
              <FullName of={credential} />
              {atMs <= nowMs && <span className="warn"> {secretDueWords.overdue}</span>}
            </span>
            <ActionButton
              name="rotate_secret"
              about={{ credential }}
              look="plain"
              className="button-small"
              of={`: ${credential.label}`}
            />
          </li>
        )}
      />
      <SheetFoot>
        {plan !== null && plan.tokenIds.length > 0 && (
          <Button look="primary" onClick={() => void renew()}>
            {nightWords.renew(plan.tokenIds.length)}
          </Button>
        )}
      </SheetFoot>
    </Sheet>
  );
}

function Planned(props: { readonly plan: NightPlan; readonly time: string }): ReactNode {
  const { time } = props;
  const { tokenIds, renewing, impossible } = props.plan;
  return (
    <output>
      {tokenIds.length + impossible.length + renewing.length === 0 && (
        <p>{nightWords.allGood(time)}</p>
      )}
      {tokenIds.length > 0 && <p>{nightWords.can(tokenIds.length, time)}</p>}
      {renewing.length > 0 && <p>{nightWords.renewing(renewing.length)}</p>}
      {impossible.length > 0 && (
        <>
          <p className="warn">{nightWords.impossible(impossible.length)}</p>
          <ul className="bullets">
            {[...Map.groupBy(impossible, ({ why }) => why)].map(([why, tokens]) => (
              <li key={why}>
                {nightWords.cannot(
                  nightWords.names(tokens.map(({ label }) => label)),
                  nightWords.why[why],
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </output>
  );
}
