// Tells in the status line that a token is proven dead, the moment it is: how often it was refused, and over how
// long. What renewal replaced and ended is no news, and a run of many tells of its own.
import { useEffect, useRef, type ReactNode } from 'react';
import { newDeaths, type DeathWatch } from './new-deaths.ts';
import { deathSentence, deathsSentence } from '../../../electron/shared/tokens/evidence-words.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import { useApp } from '../../state/app-context.tsx';

export function ProofAnnouncer(props: {
  readonly view: Pick<AppView, 'credentials' | 'revocationRuns'>;
}): ReactNode {
  const { credentials, revocationRuns } = props.view;
  const { feedback } = useApp();
  const watch = useRef<DeathWatch>({ seen: new WeakSet(), awaited: new Set() });
  useEffect(() => {
    const deaths = newDeaths(watch.current, credentials, revocationRuns);
    const [first] = deaths;
    if (first === undefined) return;
    feedback.say(
      deaths.length === 1
        ? deathSentence(first.fingerprint, first.proof)
        : deathsSentence(deaths.map(({ proof }) => proof)),
    );
  }, [credentials, revocationRuns, feedback]);
  return null;
}
