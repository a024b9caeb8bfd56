// The first screen of a new vault: what this is, in a few sentences and a picture, and one thing to do. The
// passphrase is asked for in a window of its own.
import type { ReactNode } from 'react';
import type { AppView } from '../../../electron/shared/views.ts';
import { GateFailure } from '../../components/Failures.tsx';
import { Mark } from '../../components/Mark.tsx';
import { StateShape } from '../../components/StateMark.tsx';
import { firstRunWords as words } from './en-locked.ts';
import { backupWords } from '../backups/en-backups.ts';
import { CallButton } from '../../components/CallButton.tsx';
import { useApp } from '../../state/app-context.tsx';
import { LeftAtLock, WithoutSaving } from './WithoutSaving.tsx';

/**
 * The button that makes a vault: main asks for the passphrase. A recovery key is offered after the first success with
 * it, once the person has seen what there is to lose.
 */
export function CreateVault(props: {
  readonly look: 'primary' | 'quiet';
  readonly children: string;
}): ReactNode {
  const { window: store } = useApp();
  return (
    <CallButton
      {...props}
      call="vaultCreate"
      className={props.look === 'primary' ? 'button-large' : ''}
      onDone={() => store.patch({ offersRecovery: true })}
    />
  );
}

export function FirstRun({ view }: { readonly view: AppView }): ReactNode {
  return (
    <main className="gate gate-first">
      <div className="gate-card">
        <Mark size={40} />
        <h1>{words.title}</h1>
        <p className="gate-lead">{words.lead}</p>
        <ul className="rows">
          {words.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
        <GateFailure failure={view.vault.failure} />
        <CreateVault look="primary">{words.choose}</CreateVault>
        <p className="secondary">{words.note}</p>
        <LeftAtLock left={view.leftAtLock} />
        {/* The way back to a vault of another machine, or to a copy of it. Main asks for the file. */}
        <p>
          <span className="secondary">{backupWords.fromFileHint}</span>{' '}
          <CallButton call="backupRestoreFile" look="quiet">
            {backupWords.fromFile}
          </CallButton>
        </p>
        <WithoutSaving />
      </div>
      <Picture />
    </main>
  );
}

/** Four keys as the list shows them. It says nothing that the words beside it do not. */
function Picture(): ReactNode {
  return (
    <div className="gate-picture" aria-hidden="true">
      {words.picture.map(([name, state, time]) => (
        <div key={name} className="line">
          <StateShape state={state} />
          <b>{name}</b>
          <span className="secondary figure">{time}</span>
        </div>
      ))}
    </div>
  );
}
