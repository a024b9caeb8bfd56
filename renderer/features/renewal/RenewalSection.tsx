// Renewal of this credential's tokens: whether it is on, what happens next and when, what failed, and
// the few things that can be set.
import { useEffect, useRef, type ReactNode, useState, type FormEvent } from 'react';
import { DetailSection } from '../../components/Facts.tsx';
import type {
  CredentialView,
  TokenView,
} from '../../../electron/shared/credentials/credential-view.ts';
import { failureWords } from '../../../electron/shared/failures/failure-words.ts';
import type { RenewalView } from '../../../electron/shared/renewal/renewal-view.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { renewalWords as words } from './en-renewal.ts';
import { clockTime } from '../../i18n/time.ts';
import { isRenewing, isSwitchedOn } from '../../model/activity.ts';
import { isInUse } from '../../model/token-standing.ts';
import { useApp, useWindow } from '../../state/app-context.tsx';
import { turnRenewalOff } from '../../actions/shared-calls.ts';
import { graceChoices } from '../../../electron/shared/words.ts';
import { Button } from '../../components/Button.tsx';
import { Select, TimeField } from '../../components/Field.tsx';
import { en } from '../../i18n/en.ts';
import { nextTime } from '../../model/next-time.ts';
import { renewalSaid } from '../../i18n/en-said.ts';

export function RenewalSection({ credential }: { readonly credential: CredentialView }): ReactNode {
  const { renewal, accessType } = credential;
  const { call, window: store } = useApp();
  const editing = useWindow(({ part }) => part === 'renewal');
  const actions = useRef<HTMLDivElement>(null);
  const edited = useRef(false);
  useEffect(() => {
    if (edited.current && !editing) focusFirst(actions.current);
    edited.current = editing;
  }, [editing]);
  const turnOff = async (): Promise<void> => {
    if ((await turnRenewalOff(call, credential)) !== null) focusFirst(actions.current);
  };
  return (
    <DetailSection title={words.heading}>
      <div className="section-row">
        <div>
          {renewal === null ? (
            <p>{words.off}</p>
          ) : isRenewing(renewal) && credential.removing ? (
            <p>{words.removing}</p>
          ) : (
            <RenewalStanding renewal={renewal} inUse={credential.tokens.filter(isInUse)} />
          )}
          {!isSwitchedOn(renewal) && (
            <p className="secondary">
              {accessType === 'partner' ? words.aboutPartner : words.about}
            </p>
          )}
        </div>
        {!editing && (
          <div className="actions" ref={actions}>
            <ActionButton name="renewal_on" about={{ credential }} look="plain" />
            <ActionButton
              name="renewal_off"
              about={{ credential }}
              onlyWherePossible
              look="plain"
              run={() => void turnOff()}
            />
          </div>
        )}
      </div>
      {editing && (
        <RenewalForm credential={credential} onClose={() => store.patch({ part: null })} />
      )}
    </DetailSection>
  );
}

/** What was focused goes away with the form, or with being on. */
function focusFirst(actions: HTMLElement | null): void {
  actions?.querySelector('button')?.focus();
}

/** With a token that was got since, it is of no consequence any more. */
const isOver = ({ atMs }: { readonly atMs: number }, inUse: readonly TokenView[]): boolean =>
  inUse.some(({ sentAtMs }) => sentAtMs > atMs);

function RenewalStanding(props: {
  readonly renewal: RenewalView;
  readonly inUse: readonly TokenView[];
}): ReactNode {
  const { phase, nextAtMs, untilMs, revokesAtMs, lastFailure } = props.renewal;
  const { ticker } = useApp();
  const at = (ms: number): string => clockTime(ms, ticker.nowMs());
  const next = words.phases[phase](nextAtMs === null ? '' : at(nextAtMs));
  const failure =
    lastFailure === null || !isSwitchedOn(props.renewal) || isOver(lastFailure, props.inUse)
      ? ''
      : words.failed(
          at(lastFailure.atMs),
          failureWords(lastFailure.failure).what,
          props.inUse.length > 0,
        );
  return (
    <>
      <p className={phase === 'stopped' ? 'warn' : undefined}>
        {next}
        {isRenewing(props.renewal) &&
          ` ${untilMs === null ? words.untilOff : words.until(at(untilMs))}`}
      </p>
      {isRenewing(props.renewal) && <p className="secondary">{words.onlyOpen}</p>}
      {revokesAtMs !== null && <p className="secondary">{words.revokes(at(revokesAtMs))}</p>}
      <output className="warn">{failure}</output>
    </>
  );
}

type Until = keyof typeof words.untils;
const untils = ['same', 'off', '1', '8', '24', 'time'] as const satisfies readonly Until[];
const HOUR_MS = 3_600_000;
const END_OF_DAY = '18:00';

/** Asked when renewal is switched on or changed. */
function RenewalForm(props: {
  readonly credential: CredentialView;
  readonly onClose: () => void;
}): ReactNode {
  const { credential, onClose } = props;
  const { renewal } = credential;
  const { call, ticker } = useApp();
  const kept = isSwitchedOn(renewal) ? renewal.untilMs : null;
  const [until, setUntil] = useState<Until>(kept === null ? 'off' : 'same');
  const [time, setTime] = useState(END_OF_DAY);
  const [grace, setGrace] = useState(
    graceChoices.find((seconds) => seconds === renewal?.graceSeconds) ?? 60,
  );
  const untilMs = (): number | null => {
    if (until === 'off') return null;
    if (until === 'same') return kept;
    const nowMs = ticker.nowMs();
    return until === 'time' ? nextTime(time, nowMs) : nowMs + Number(until) * HOUR_MS;
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const { id: credentialId, label } = credential;
    const change = { credentialId, untilMs: untilMs(), graceSeconds: grace };
    if (until === 'time' && change.untilMs === null) return;
    const done = await call('renewalTurnOn', change, { said: renewalSaid.turnedOn(label) });
    if (done !== null) onClose();
  };
  return (
    <form className="card columns renewal-form" onSubmit={(event) => void submit(event)}>
      <Select
        label={words.ends}
        chosen={until}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person asked for this form
        autoFocus
        options={untils
          .filter((each) => each !== 'same' || kept !== null)
          .map((each) => [each, words.untils[each]])}
        onChoose={setUntil}
      />
      {until === 'time' && (
        <TimeField label={words.untilTime} time={time} hint={words.untilHint} onType={setTime} />
      )}
      {credential.accessType === 'trader' && (
        <Select
          label={words.grace}
          hint={words.graceHint}
          chosen={grace}
          options={graceChoices.map((seconds) => [seconds, words.graceOf(seconds)])}
          onChoose={setGrace}
        />
      )}
      <div className="actions">
        <Button look="primary" submit>
          {isRenewing(renewal) ? words.save : words.start}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {en.verbs.cancel}
        </Button>
      </div>
    </form>
  );
}
