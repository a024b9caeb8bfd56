// Before there is something to show: nothing moves, words appear only when it takes a while, and what lasts
// is explained.
import type { ReactNode } from 'react';
import { LASTING_AFTER_MS } from '../../bridge/ask-until-answered.ts';
import { useElapsed } from '../../components/use-time.ts';
import { Button } from '../../components/Button.tsx';
import { Mark } from '../../components/Mark.tsx';
import { Unanswered } from '../../components/Unanswered.tsx';
import { en } from '../../i18n/en.ts';
import { unanswered } from '../../i18n/en-unanswered.ts';
import { CallButton } from '../../components/CallButton.tsx';
import { useApp } from '../../state/app-context.tsx';
import { useStore } from '../../bridge/create-store.ts';
import { STARTING } from './en-locked.ts';

/** `vault`: main looks whether there is one. `parts`: files of the open vault's screen. */
export function Starting({
  waitsFor,
}: {
  readonly waitsFor: 'view' | 'vault' | 'parts';
}): ReactNode {
  const slow = useElapsed(true, 300);
  const lasting = useElapsed(waitsFor !== 'view', LASTING_AFTER_MS);
  return (
    <main className="gate">
      <div className="gate-card gate-narrow">
        <Mark size={40} />
        <h1 className="visually-hidden">{en.product}</h1>
        <output>{slow ? STARTING : ''}</output>
        {waitsFor === 'view' && <NoView />}
        {waitsFor === 'vault' && lasting && <Unanswered words={unanswered.vault} />}
        {waitsFor === 'parts' && lasting && (
          <Unanswered words={unanswered.parts}>
            <LockButton />
          </Unanswered>
        )}
      </div>
    </main>
  );
}

function NoView(): ReactNode {
  const { views } = useApp();
  const why = useStore(views.lacking, (held) => held);
  if (why === null) return null;
  return (
    <Unanswered words={unanswered.view[why]}>
      <Button onClick={views.askAgain}>{unanswered.tryAgain}</Button>
    </Unanswered>
  );
}

/** Locking makes main load the window anew. */
export function LockButton(): ReactNode {
  return <CallButton call="vaultLock">{unanswered.lock}</CallButton>;
}
