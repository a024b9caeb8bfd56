// The first screen of a new vault: what this is, in a few sentences, and one thing to do. The
// passphrase is asked for in a window of its own.
import type { ReactNode } from 'react';
import type { Failure } from '../../../electron/shared/failures/failure.ts';
import { GateFailure } from '../../components/GateFailure.tsx';
import { Mark } from '../../components/Mark.tsx';
import { CreateVault } from './CreateVault.tsx';
import { firstRunWords as words } from './en-first-run.ts';

export function FirstRun(props: {
  readonly failure: Failure | null;
  /** The way back to a vault that is somewhere else. */
  readonly children: ReactNode;
}): ReactNode {
  return (
    <main className="gate">
      <div className="gate-card">
        <Mark size={40} />
        <h1>{words.title}</h1>
        <p className="gate-lead">{words.lead}</p>
        <ul className="gate-points">
          {words.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
        <GateFailure failure={props.failure} />
        <CreateVault look="primary">{words.choose}</CreateVault>
        <p className="secondary">{words.note}</p>
        {props.children}
      </div>
    </main>
  );
}
