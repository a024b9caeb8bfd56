// Opening with the system's keystore, in the settings: on or off, what it is good for, or why it is
// refused here. Main judges the keystore by what it seals.
import { useEffect, useState, type ReactNode } from 'react';
import type { Failure } from '../../../electron/shared/failures/failure.ts';
import { failureWords } from '../../../electron/shared/failures/failure-words.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import { CallButton } from '../../components/CallButton.tsx';
import { keystoreWords as words } from './en-locked.ts';
import { useApp } from '../../state/app-context.tsx';
import { SETTINGS_SUBJECT } from '../../bridge/feedback.ts';

export function KeystoreSection(props: { readonly view: AppView }): ReactNode {
  const { openVault, standInHost } = props.view;
  const { quietly } = useApp();
  /** Undefined until main has looked. */
  const [refusal, setRefusal] = useState<Failure | null | undefined>(undefined);
  useEffect(() => {
    void quietly('keystoreCurrent').then((found) =>
      setRefusal(found.ok ? found.value.refusal : found.failure),
    );
  }, [quietly]);
  const on = openVault?.slots.includes('os') ?? false;
  const refused = refusal === null || refusal === undefined ? null : failureWords(refusal);
  return (
    <>
      <p className="secondary">{words.honest}</p>
      <p>{on ? words.on : words.off}</p>
      {refused !== null && (
        <p>
          {refused.what} {refused.means} {standInHost ? words.standIn : refused.todo}
        </p>
      )}
      {(on || refusal === null) && (
        <CallButton
          call="keystoreUnlockChange"
          input={{ on: !on }}
          subject={SETTINGS_SUBJECT}
          said={on ? words.turnedOff : words.turnedOn}
        >
          {on ? words.turnOff : words.turnOn}
        </CallButton>
      )}
    </>
  );
}
