// What is under way, said after 300 ms; after 2 s that a first call may be slow (docs/service.md 5.7), and how to
// end it. A request that waits for another try says why, and until when. The line keeps its place, so that
// nothing below it moves.
import { useEffect, useRef, type ReactNode } from 'react';
import type { CredentialView } from '../../../../electron/shared/credentials/credential-view.ts';
import { failureWords } from '../../../../electron/shared/failures/failure-words.ts';
import { useElapsed } from '../../../components/use-time.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { NextTry } from '../../../components/Time.tsx';
import { en } from '../../../i18n/en.ts';
import { isBusy, waitingFor } from '../../../model/activity.ts';
import { useApp, useFeedback } from '../../../state/app-context.tsx';

const SHOWN_AFTER_MS = 300;
const SLOW_AFTER_MS = 2000;
const calls = ['token', 'check', 'revoke', 'old_secret'] as const;

export function ActivityNote(props: { readonly credential: CredentialView }): ReactNode {
  const { credential } = props;
  const call = useFeedback(({ pending }) =>
    calls.find((each) => isBusy(credential, each, pending)),
  );
  const running = credential.activities.filter((each) => each.call === call);
  // One that nobody wants any more may end beside one that was asked for since.
  const activity = running.find(({ isLeft }) => !isLeft) ?? running[0];
  const startedAtMs = activity?.startedAtMs;
  const shown = useElapsed(call !== undefined, SHOWN_AFTER_MS);
  const slow = useElapsed(call !== undefined, SLOW_AFTER_MS, startedAtMs);
  const waits = waitingFor(credential);
  const said =
    waits !== null
      ? failureWords(waits.failure).what
      : activity?.isLeft === true
        ? en.detail.stopping
        : shown && call !== undefined
          ? `${en.detail.busy[call]}${slow ? ` ${en.detail.slow}` : ''}`
          : '';
  return (
    <div className="line secondary activity-note">
      <output>{said}</output>
      {waits !== null && <NextTry atMs={waits.atMs} say={en.nextTry} />}
      {(waits !== null || (slow && call === 'token')) && <Choices credential={credential} />}
    </div>
  );
}

/** They go with what they are about: the focus goes to the next step of the credential. */
function Choices(about: { readonly credential: CredentialView }): ReactNode {
  const { focusPoints } = useApp();
  const focused = useRef(false);
  useEffect(
    () => () => {
      if (focused.current) setTimeout(() => focusPoints.focus('next_step'));
    },
    [focusPoints],
  );
  return (
    <span
      className="line activity-choices"
      onFocus={() => {
        focused.current = true;
      }}
      onBlur={() => {
        focused.current = false;
      }}
    >
      <ActionButton name="try_now" about={about} onlyWherePossible />
      <ActionButton name="stop_asking" about={about} onlyWherePossible />
    </span>
  );
}
