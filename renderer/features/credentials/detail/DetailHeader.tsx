// The head of a credential: its name, what state it is in, how long that lasts, what can be done.
import type { ReactNode } from 'react';
import type {
  CredentialView,
  TokenView,
} from '../../../../electron/shared/credentials/credential-view.ts';
import type { EnvironmentView } from '../../../../electron/shared/environments/environment-view.ts';
import { callKey } from '../../../bridge/commands.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { EnvironmentChip, EphemeralChip } from '../../../components/Chips.tsx';
import { FavouriteStar } from '../../../components/FavouriteStar.tsx';
import { StateMark } from '../../../components/StateMark.tsx';
import { LifetimeBar, TimeLeft, Until } from '../../../components/Time.tsx';
import { en } from '../../../i18n/en.ts';
import { isBusy } from '../../../model/activity.ts';
import { leadToken, standingOf, tokenFor } from '../../../model/token-standing.ts';
import { useFeedback } from '../../../state/app-context.tsx';
import { ActivityNote } from './ActivityNote.tsx';
import { GetToken } from './GetToken.tsx';

export function DetailHeader(props: {
  readonly credential: CredentialView;
  readonly environment: EnvironmentView | undefined;
}): ReactNode {
  const { credential, environment } = props;
  const pending = useFeedback((feedback) => feedback.pending);
  const lead = leadToken(credential);
  const standing = standingOf(credential);
  const timed = lead !== null && lead.expiresAtMs !== null && (lead.live || standing === 'expired');
  return (
    <header className="detail-head">
      <div className="detail-title">
        <h2>{credential.label}</h2>
        {credential.kept ? <FavouriteStar credential={credential} tabbable /> : <EphemeralChip />}
        {environment !== undefined && <EnvironmentChip environment={environment} />}
        <span className="spring" />
        <ActionButton
          name="diagnose"
          about={{ credential }}
          look="plain"
          busy={pending.has(callKey('diagnosisStart', credential.id))}
        />
      </div>
      <p className="detail-state">
        <StateMark state={standing} token={lead} />
        {lead !== null && timed && lead.expiresAtMs !== null && (
          <>
            <strong className="detail-time">
              <TimeLeft
                expiresAtMs={lead.expiresAtMs}
                timer
                short={standing === 'expired'}
                paused={untilWords(lead)}
              />
            </strong>
            <Until atMs={lead.expiresAtMs} say={untilWords(lead)} />
          </>
        )}
        {lead?.live === true && lead.expiresAtMs === null && (
          <span className="secondary">{en.token.expiryUnknown}</span>
        )}
      </p>
      {lead !== null && lead.live && lead.expiresAtMs !== null && (
        <LifetimeBar sentAtMs={lead.sentAtMs} expiresAtMs={lead.expiresAtMs} />
      )}
      <HeaderActions credential={credential} />
      <ActivityNote credential={credential} />
    </header>
  );
}

const untilWords = ({ live }: TokenView): ((time: string) => string) =>
  live ? en.token.until : en.token.was;

function HeaderActions(props: { readonly credential: CredentialView }): ReactNode {
  const { credential } = props;
  const pending = useFeedback((feedback) => feedback.pending);
  const renewable = tokenFor(credential, 'renew');
  const checkable = tokenFor(credential, 'check');
  const revocable = tokenFor(credential, 'revoke');
  const guided = credential.tokens.find((token) => token.can.guide) ?? null;
  if (renewable === null && checkable === null && revocable === null && guided === null) {
    return <GetToken credential={credential} primary />;
  }
  const waits = guided?.state === 'needs_you';
  return (
    <>
      <div className="detail-actions">
        {renewable !== null && (
          <ActionButton
            name="get_or_renew"
            about={{ credential }}
            look="primary"
            busy={isBusy(credential, 'token', pending)}
          />
        )}
        <ActionButton
          name="check"
          about={{ credential }}
          onlyWherePossible
          look="plain"
          busy={isBusy(credential, 'check', pending)}
        />
        <span className="spring" />
        {revocable === null && (
          <ActionButton
            name="guide"
            about={{ credential }}
            onlyWherePossible
            look={waits ? 'primary' : 'plain'}
          />
        )}
        <ActionButton
          name="revoke"
          about={{ credential }}
          onlyWherePossible
          look="danger"
          busy={isBusy(credential, 'revoke', pending)}
        />
      </div>
      {renewable === null && !waits && <GetToken credential={credential} primary />}
    </>
  );
}
