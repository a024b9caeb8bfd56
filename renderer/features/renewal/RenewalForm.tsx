// How long to renew, and how long an old token lives on: asked when renewal is switched on or changed.
import { useState, type FormEvent, type ReactNode } from 'react';
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';
import { graceChoices } from '../../../electron/shared/words.ts';
import { Button } from '../../components/Button.tsx';
import { Select } from '../../components/Field.tsx';
import { TimeField } from '../../components/TimeField.tsx';
import { en } from '../../i18n/en.ts';
import { renewalWords as words } from './en-renewal.ts';
import { nextTime } from '../../model/next-time.ts';
import { isRenewing, isSwitchedOn } from '../../model/renewal-standing.ts';
import { useApp } from '../../state/app-context.tsx';
import { renewalSaid } from '../../i18n/en-said.ts';

type Until = keyof typeof words.untils;
const untils = ['same', 'off', '1', '8', '24', 'time'] as const satisfies readonly Until[];
const HOUR_MS = 3_600_000;
const END_OF_DAY = '18:00';

export function RenewalForm(props: {
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
