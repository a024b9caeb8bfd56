// Over everything while main has left the window without an answer: what it shows may be old, and an old
// state of a token must not pass for the present one.
import type { ReactNode } from 'react';
import { Button } from '../components/Button.tsx';
import { Unanswered } from '../components/Unanswered.tsx';
import { unanswered } from '../i18n/en-unanswered.ts';
import { useApp } from '../state/app-context.tsx';
import { useStore } from '../state/create-store.ts';

export function StaleView(): ReactNode {
  const { views } = useApp();
  const lacking = useStore(views.lacking, (why) => why !== null);
  if (!lacking) return null;
  return (
    <div className="stale-view">
      <Unanswered words={unanswered.stale}>
        <Button onClick={views.askAgain}>{unanswered.tryAgain}</Button>
      </Unanswered>
    </div>
  );
}
