// The first screen of a new vault: what this is, in a few sentences, and one thing to do. The
// passphrase is asked for in a window of its own.
import type { ReactNode } from 'react';
import type { Failure } from '../../../electron/shared/failures/failure.ts';
import { GateFailure } from '../../components/GateFailure.tsx';
import { Mark } from '../../components/Mark.tsx';
import { en } from '../../i18n/en.ts';
import { CreateVault } from './CreateVault.tsx';

export function FirstRun(props: {
  readonly failure: Failure | null;
  /** The way back to a vault that is somewhere else. */
  readonly children: ReactNode;
}): ReactNode {
  return (
    <main className="gate">
      <div className="gate-card">
        <Mark size={40} />
        <h1>{en.firstRun.title}</h1>
        <p className="gate-lead">{en.firstRun.lead}</p>
        <ul className="gate-points">
          {en.firstRun.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
        <GateFailure failure={props.failure} />
        <CreateVault look="primary">{en.firstRun.choose}</CreateVault>
        <p className="secondary">{en.firstRun.note}</p>
        {props.children}
      </div>
    </main>
  );
}
