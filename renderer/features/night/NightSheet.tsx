// What happens in the next 24 hours, in order; and making sure that nothing expires before a time: what
// can be renewed is renewed now, once main has asked; what cannot is named.
import { useMemo, useState, type ReactNode } from 'react';
import { useMinute } from '../../components/use-time.ts';
import { FullName, FullNameOf } from '../../components/FullName.tsx';
import { Button } from '../../components/Button.tsx';
import { Sheet, SheetFoot, type ViewSheetProps } from '../../components/Sheet.tsx';
import { TimeField } from '../../components/TimeField.tsx';
import { WindowFailure } from '../../components/Failures.tsx';
import { nightWords } from './en-night.ts';
import { clockTime } from '../../i18n/time.ts';
import type { BulkPlan } from '../../model/bulk-plan.ts';
import { nextTime } from '../../model/next-time.ts';
import { nightEvents, nightPlan, type NightPlan, secretsDue } from './night.ts';
import { useApp } from '../../state/app-context.tsx';
import { startBulk } from '../../actions/shared-calls.ts';
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';
import { dateOf } from '../../../electron/shared/health/secret-due.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { secretDueWords } from '../health/en-secret-due.ts';

const SHOWN = 50;

/**
 * The longer view behind the night strip: client secrets that are to be replaced in the next 90 days, each with the
 * way into its rotation.
 */
function SecretsDue(props: {
  readonly credentials: readonly CredentialView[];
  readonly nowMs: number;
}): ReactNode {
  const { credentials, nowMs } = props;
  const due = useMemo(() => secretsDue(credentials, nowMs), [credentials, nowMs]);
  const hidden = due.length - SHOWN;
  return (
    <>
      <h3>{secretDueWords.longer}</h3>
      {due.length === 0 ? (
        <p className="secondary">{secretDueWords.nothingLonger}</p>
      ) : (
        <ol className="rows night-list">
          {due.slice(0, SHOWN).map(({ credential, atMs }) => (
            <li key={credential.id}>
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
          ))}
          {hidden > 0 && <li className="secondary">{nightWords.more(hidden)}</li>}
        </ol>
      )}
    </>
  );
}

const EVENTS_SHOWN = 100;

export function NightSheet(props: ViewSheetProps): ReactNode {
  const { view, onClose } = props;
  const { call, window: store } = useApp();
  const nowMs = useMinute(true);
  const [time, setTime] = useState('08:00');
  const untilMs = nextTime(time, nowMs);
  const { credentials } = view;
  const events = useMemo(() => nightEvents(credentials, nowMs), [credentials, nowMs]);
  const plan = useMemo(
    () => (untilMs === null ? null : nightPlan(credentials, untilMs, nowMs)),
    [credentials, untilMs, nowMs],
  );
  const renew = async (): Promise<void> => {
    if (plan === null) return;
    const action: BulkPlan['action'] = { kind: 'renew', tokenIds: [...plan.tokenIds] };
    const begun = await startBulk(call, { action, left: [] });
    if (begun !== null) store.show({ kind: 'bulk', runId: begun.runId, left: [] });
  };
  const hidden = events.length - EVENTS_SHOWN;
  return (
    <Sheet title={nightWords.title} onClose={onClose}>
      <TimeField label={nightWords.until} time={time} onType={setTime} />
      {plan !== null && untilMs !== null && (
        <Planned plan={plan} time={clockTime(untilMs, nowMs)} />
      )}
      <WindowFailure />
      <h3>{nightWords.list}</h3>
      {events.length === 0 ? (
        <p className="secondary">{nightWords.nothing}</p>
      ) : (
        <ol className="rows night-list">
          {events.slice(0, EVENTS_SHOWN).map((event) => (
            <li key={`${event.credentialId} ${event.kind} ${event.atMs}`}>
              <span className="figure">{clockTime(event.atMs, nowMs)}</span>
              <span className="wrap">
                <FullNameOf id={event.credentialId} label={event.label} />
              </span>
              <span className="secondary">
                {event.replaced ? nightWords.replaced : nightWords.kinds[event.kind]}
              </span>
            </li>
          ))}
          {hidden > 0 && <li className="secondary">{nightWords.more(hidden)}</li>}
        </ol>
      )}
      <SecretsDue credentials={credentials} nowMs={nowMs} />
      <SheetFoot onClose={onClose}>
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
