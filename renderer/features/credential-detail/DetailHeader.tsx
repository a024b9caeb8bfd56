// The head of a credential: its name, what state it is in, how long that lasts, what can be done.
import type { ReactNode } from 'react';
import type { CredentialView } from '../../../electron/shared/credential-view.ts';
import type { EnvironmentView } from '../../../electron/shared/environment-view.ts';
import { diagnose } from '../../actions/diagnose.ts';
import { callKey } from '../../bridge/commands.ts';
import { Button } from '../../components/Button.tsx';
import { EnvironmentChip, UnkeptChip } from '../../components/Chips.tsx';
import { FavouriteStar } from '../../components/FavouriteStar.tsx';
import { StateMark } from '../../components/StateMark.tsx';
import { LifetimeBar, TimeLeft } from '../../components/Time.tsx';
import { en } from '../../i18n/en.ts';
import { diagnosisWords } from '../../i18n/en-diagnosis.ts';
import { clockTime } from '../../i18n/time.ts';
import { isBusy } from '../../model/activity.ts';
import { leadToken, standingOf, tokenFor } from '../../model/token-standing.ts';
import { useApp, useFeedback } from '../../state/app-context.tsx';
import { useOpenGuide } from './use-open-guide.ts';
import { ActivityNote } from './ActivityNote.tsx';
import { GetToken } from './GetToken.tsx';

export function DetailHeader(props: {
  readonly credential: CredentialView;
  readonly environment: EnvironmentView | undefined;
}): ReactNode {
  const { credential, environment } = props;
  const { ticker } = useApp();
  const lead = leadToken(credential);
  const standing = standingOf(credential);
  const timed = lead !== null && lead.expiresAtMs !== null && (lead.live || standing === 'expired');
  return (
    <header className="detail-head">
      <div className="detail-title">
        <h2>{credential.label}</h2>
        {credential.kept ? <FavouriteStar credential={credential} tabbable /> : <UnkeptChip />}
        {environment !== undefined && <EnvironmentChip environment={environment} />}
        <span className="spring" />
        <Diagnose credential={credential} />
      </div>
      <p className="detail-state">
        <StateMark state={standing} token={lead} />
        {lead !== null && timed && lead.expiresAtMs !== null && (
          <>
            <strong className="detail-time">
              <TimeLeft expiresAtMs={lead.expiresAtMs} timer short={standing === 'expired'} />
            </strong>
            <span className="secondary">
              {(lead.live ? en.token.until : en.token.was)(
                clockTime(lead.expiresAtMs, ticker.nowMs()),
              )}
            </span>
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

/** The action of the palette, where its credential is looked at. */
function Diagnose(props: { readonly credential: CredentialView }): ReactNode {
  const { credential } = props;
  const app = useApp();
  const pending = useFeedback((feedback) => feedback.pending);
  return (
    <Button
      busy={pending.has(callKey('diagnosisStart', credential.id))}
      onClick={() => diagnose(app, credential)}
    >
      {diagnosisWords.verb}
    </Button>
  );
}

function HeaderActions(props: { readonly credential: CredentialView }): ReactNode {
  const { credential } = props;
  const { commands, window: store } = useApp();
  const pending = useFeedback((feedback) => feedback.pending);
  const renewable = tokenFor(credential, 'renew');
  const checkable = tokenFor(credential, 'check');
  const revocable = tokenFor(credential, 'revoke');
  const guided = credential.tokens.find((token) => token.can.guide) ?? null;
  const openGuide = useOpenGuide();
  if (renewable === null && checkable === null && revocable === null && guided === null) {
    return <GetToken credential={credential} primary />;
  }
  return (
    <>
      <div className="detail-actions">
        {renewable !== null && (
          <Button
            look="primary"
            busy={isBusy(credential, 'token', pending)}
            onClick={() => void commands.renew(credential, renewable)}
          >
            {en.verbs.renew}
          </Button>
        )}
        {checkable !== null && (
          <Button
            busy={isBusy(credential, 'check', pending)}
            onClick={() =>
              void commands
                .check(credential, checkable)
                .then((report) => report !== null && store.show({ kind: 'check_report', report }))
            }
          >
            {en.verbs.check}
          </Button>
        )}
        <span className="spring" />
        {revocable === null && guided !== null && (
          <Button
            look={guided.state === 'needs_you' ? 'primary' : 'plain'}
            onClick={() => void openGuide(guided)}
          >
            {en.verbs.guide}
          </Button>
        )}
        {revocable !== null && (
          <Button
            look="danger"
            busy={isBusy(credential, 'revoke', pending)}
            onClick={() => store.patch({ armedTokenId: revocable.id })}
          >
            {en.verbs.revoke}
          </Button>
        )}
      </div>
      {renewable === null && guided?.state !== 'needs_you' && (
        <GetToken credential={credential} primary />
      )}
    </>
  );
}
