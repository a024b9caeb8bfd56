// The first screen of a new vault: what this is, in a few sentences, and one thing to do. The
// passphrase is asked for in a window of its own.
import type { ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { Mark } from '../../components/Mark.tsx';
import { WindowFailure } from '../../components/WindowFailure.tsx';
import { callKey } from '../../bridge/commands.ts';
import { en } from '../../i18n/en.ts';
import { useApp, useFeedback } from '../../state/app-context.tsx';
import { WINDOW_SUBJECT } from '../../state/feedback.ts';

export function FirstRun(): ReactNode {
  const { commands, window: store } = useApp();
  const busy = useFeedback(({ pending }) => pending.has(callKey('vaultCreate', WINDOW_SUBJECT)));
  const create = async (): Promise<void> => {
    if ((await commands.createVault()) === 'done') store.show({ kind: 'recovery_offer' });
  };
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
        <WindowFailure />
        <Button look="primary" className="button-large" busy={busy} onClick={() => void create()}>
          {en.firstRun.choose}
        </Button>
        <p className="secondary">{en.firstRun.note}</p>
      </div>
    </main>
  );
}
