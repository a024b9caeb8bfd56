// One credential in the list, on one line: state, name, environment, scopes, time left. A second line where something
// must be said, with what is to be done about it; else the next action on hover and focus.
// Repaints only when its own view changes; the time repaints alone.
// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- rows are
// placed by the virtualiser, which a table cannot be; the grid around them handles the keys.
import { memo, useId, type ReactNode } from 'react';
import type { CredentialView } from '../../../../electron/shared/credentials/credential-view.ts';
import type { EnvironmentView } from '../../../../electron/shared/environments/environment-view.ts';
import { deathLine } from '../../../../electron/shared/tokens/evidence-words.ts';
import type { ActionName } from '../../../actions/actions.ts';
import { ActionButton, FavouriteStar } from '../../../components/ActionButton.tsx';
import { EnvironmentDot, ScopeLetters } from '../../../components/Chips.tsx';
import { StateShape } from '../../../components/state-shapes.tsx';
import { TimeLeft } from '../../../components/Time.tsx';
import { en } from '../../../i18n/en.ts';
import { stateWords } from '../../../i18n/en-states.ts';
import { isBusy } from '../../../model/activity.ts';
import {
  isBeingEnded,
  leadToken,
  provenDeath,
  standingOf,
  usableTokens,
} from '../../../model/token-standing.ts';
import { useApp, useFeedback } from '../../../state/app-context.tsx';
import type { Held } from './use-list-marks.ts';

/** The one action of a row: what its second line asks for, else renew, else a token with the smallest scope. */
function NextAction(props: {
  readonly credential: CredentialView;
  readonly name: ActionName;
  readonly tabbable: boolean;
}): ReactNode {
  const { credential, name, tabbable } = props;
  const busy = useFeedback(({ pending }) => isBusy(credential, 'token', pending));
  return (
    <div role="gridcell" className="row-action">
      <ActionButton
        name={name}
        about={{ credential }}
        look="plain"
        className="button-small"
        tabIndex={tabbable ? 0 : -1}
        busy={busy && name === 'get_or_renew'}
        onlyWherePossible={name !== 'get_or_renew'}
        of={`: ${credential.label}`}
      />
    </div>
  );
}

const PARTS = ['name', 'environment', 'state', 'time', 'reason', 'scopes', 'live'] as const;

export const CredentialRow = memo(function CredentialRow(props: {
  readonly credential: CredentialView;
  /** Left out where the whole list is of one. */
  readonly environment: EnvironmentView | undefined;
  /** What its second line says and offers. */
  readonly said: string | null;
  readonly offer: ActionName | null;
  readonly index: number;
  /** Shown in the detail. */
  readonly current: boolean;
  /** One of several; null where nothing is marked. */
  readonly marked: boolean | null;
  readonly tabbable: boolean;
  readonly onPress: (id: string, held: Held) => void;
}): ReactNode {
  const { credential, environment, said, offer, tabbable } = props;
  const { focusPoints } = useApp();
  const id = useId();
  const lead = leadToken(credential);
  const standing = standingOf(credential);
  const proof = lead !== null && standing === 'verified' ? provenDeath(lead) : null;
  const word = proof === null ? stateWords[standing] : deathLine(proof);
  const usable = usableTokens(credential).length;
  const isSteady = lead !== null && !isBeingEnded(lead);
  const held = isSteady && lead.live ? (lead.grantedScopes ?? lead.requestedScopes) : [];
  const isTimed = isSteady && standing === lead.state && (lead.live || standing === 'expired');
  const next = said === null ? 'get_or_renew' : offer;
  return (
    <div
      ref={tabbable ? focusPoints.at.chosen_row : undefined}
      role="row"
      className="row"
      data-id={credential.id}
      aria-rowindex={props.index + 1}
      aria-selected={props.marked ?? props.current}
      data-current={props.current ? '' : undefined}
      data-marked={props.marked === true ? '' : undefined}
      aria-labelledby={PARTS.map((part) => `${id}-${part}`).join(' ')}
      tabIndex={tabbable ? 0 : -1}
      onClick={(event) => props.onPress(credential.id, event)}
    >
      <div role="gridcell" className="line line-firm cut">
        <span title={word} className="line">
          <StateShape state={standing} />
        </span>
        <span className="row-name cut" id={`${id}-name`} title={credential.label}>
          {credential.label}
        </span>
        {environment !== undefined && (
          <EnvironmentDot environment={environment} id={`${id}-environment`} />
        )}
        <span className="visually-hidden" id={`${id}-state`}>
          {word}
        </span>
      </div>
      <div role="gridcell" className="line line-firm">
        {usable > 1 && (
          <span className="secondary figure" id={`${id}-live`} title={en.list.tokens(usable)}>
            <span aria-hidden="true">×{usable}</span>
            <span className="visually-hidden">{en.list.tokens(usable)}</span>
          </span>
        )}
        <ScopeLetters
          scopes={[...new Set([...credential.registeredScopes, ...held])]}
          held={held}
          id={`${id}-scopes`}
        />
      </div>
      <div role="gridcell" className="row-time">
        {isTimed ? (
          <TimeLeft expiresAtMs={lead.expiresAtMs} id={`${id}-time`} />
        ) : (
          said === null && (
            <span className="secondary" aria-hidden="true">
              {en.list.rowWords[standing] ?? stateWords[standing]}
            </span>
          )
        )}
      </div>
      <div role="gridcell">
        <FavouriteStar credential={credential} tabbable={tabbable} />
      </div>
      {said !== null && (
        <div role="gridcell" className="row-second cut">
          <span
            className={`row-reason ${credential.leakPlan === null ? 'state-word' : 'warn'}`}
            data-state={standing}
            id={`${id}-reason`}
          >
            {said}
          </span>
        </div>
      )}
      {next !== null && <NextAction credential={credential} name={next} tabbable={tabbable} />}
    </div>
  );
});
