// The head of a credential: its name, the token it is about with its state and how long that lasts, and what can
// be done with that same token.
import { type ReactNode, useEffect, useRef } from 'react';
import type {
  CredentialView,
  TokenView,
} from '../../../../electron/shared/credentials/credential-view.ts';
import type { EnvironmentView } from '../../../../electron/shared/environments/environment-view.ts';
import type { ActionName } from '../../../actions/actions.ts';
import { ActionButton, FavouriteStar } from '../../../components/ActionButton.tsx';
import { EnvironmentChip } from '../../../components/Chips.tsx';
import { StateMark } from '../../../components/StateMark.tsx';
import { isBusy, waitingFor } from '../../../model/activity.ts';
import {
  cardToken,
  headToken,
  isDue,
  standingOf,
  tokenFor,
} from '../../../model/token-standing.ts';
import { useApp, useFeedback, usePending } from '../../../state/app-context.tsx';
import { GetToken } from './GetToken.tsx';
import { MoreButton, TokenCard } from './TokenCard.tsx';
import { failureWords } from '../../../../electron/shared/failures/failure-words.ts';
import { useElapsed } from '../../../components/use-time.ts';
import { NextTry } from '../../../components/Time.tsx';
import { en } from '../../../i18n/en.ts';

export function DetailHeader(props: {
  readonly credential: CredentialView;
  readonly environment: EnvironmentView | undefined;
}): ReactNode {
  const { credential, environment } = props;
  const { next_step: nextStep } = useApp().focusPoints.at;
  const isDiagnosing = usePending('diagnosisStart', credential.id);
  const head = headToken(credential);
  const card = cardToken(credential);
  const isLeaked = credential.leakPlan !== null;
  const getsOne = tokenFor(credential, 'renew') === null && head?.state !== 'needs_you';
  const actions = <HeadActions credential={credential} head={head} />;
  return (
    <header className="detail-head">
      <div className="line detail-title">
        <h2>{credential.label}</h2>
        <FavouriteStar credential={credential} tabbable />
        {environment !== undefined && <EnvironmentChip environment={environment} />}
        <span className="line end">
          {!isLeaked && (
            <ActionButton
              name="leaked"
              about={{ credential }}
              className="button-small button-stop"
            />
          )}
          <ActionButton
            name="diagnose"
            about={{ credential }}
            look="plain"
            className="button-small"
            busy={isDiagnosing}
          />
        </span>
      </div>
      {/* The card of its token; where the last request failed and none lives, that alone. */}
      {card === null ? (
        <>
          <p className="line detail-state">
            <StateMark state={standingOf(credential)} />
          </p>
          {actions}
        </>
      ) : (
        <TokenCard credential={credential} token={card}>
          {actions}
        </TokenCard>
      )}
      {getsOne && !isLeaked && (
        <GetToken
          credential={credential}
          primary
          buttonRef={head === null || primaryOf(head, true) === null ? nextStep : undefined}
        />
      )}
      <ActivityNote credential={credential} />
    </header>
  );
}

type Primary = 'guide' | 'get_or_renew' | 'check' | null;

/** The one thing to do next stands out: renew what is due or over, else check; steps that wait come first. */
function primaryOf(head: TokenView, getsOne: boolean): Primary {
  const { state, can } = head;
  if (state === 'needs_you') return 'guide';
  if (getsOne) return null;
  if (can.renew && (isDue(head) || !can.check)) return 'get_or_renew';
  return can.check ? 'check' : null;
}

function HeadActions(props: {
  readonly credential: CredentialView;
  readonly head: TokenView | null;
}): ReactNode {
  const { credential, head } = props;
  const { next_step: nextStep } = useApp().focusPoints.at;
  const pending = useFeedback((feedback) => feedback.pending);
  const isLeaked = credential.leakPlan !== null;
  // A new token of a key that leaked is offered in the menus alone, and main asks about it.
  const goesOn = isLeaked && (
    <ActionButton name="leaked" about={{ credential }} ref={nextStep} look="primary" />
  );
  if (head === null) return goesOn && <div className="actions detail-actions">{goesOn}</div>;
  const primary = isLeaked ? null : primaryOf(head, tokenFor(credential, 'renew') === null);
  const button = (name: ActionName, call?: 'check' | 'token' | 'revoke'): ReactNode => (
    <ActionButton
      name={name}
      about={{ credential, token: head }}
      ref={primary === name ? nextStep : undefined}
      onlyWherePossible={name !== 'get_or_renew'}
      look={name === 'revoke' ? 'danger' : primary === name ? 'primary' : 'plain'}
      busy={call !== undefined && isBusy(credential, call, pending)}
    />
  );
  return (
    <div className="actions detail-actions">
      {goesOn}
      {button('copy_token')}
      {button('check', 'check')}
      {head.can.renew && !isLeaked && button('get_or_renew', 'token')}
      {head.unreplaced && button('forget')}
      {button('guide')}
      <MoreButton token={head} />
      {button('revoke', 'revoke')}
    </div>
  );
}

const SHOWN_AFTER_MS = 300;
const SLOW_AFTER_MS = 2000;
const calls = ['token', 'check', 'revoke', 'old_secret'] as const;

/**
 * What is under way, said after 300 ms; after 2 s that a first call may be slow (docs/service.md 5.7), and how to end it. A
 * request that waits for another try says why, and until when. The line keeps its place, so that nothing below it moves.
 */
function ActivityNote({ credential }: { readonly credential: CredentialView }): ReactNode {
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
