// One credential in the list: state, name, environment, scopes, live tokens, time left, next action.
// Repaints only when its own view changes; the time repaints alone.
// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- rows are
// placed by the virtualiser, which a table cannot be; the grid around them handles the keys.
import { TriangleAlert } from 'lucide-react';
import { memo, useId, type ReactNode } from 'react';
import type { CredentialView } from '../../../../electron/shared/credentials/credential-view.ts';
import type { EnvironmentView } from '../../../../electron/shared/environments/environment-view.ts';
import { deathLine } from '../../../../electron/shared/tokens/evidence-words.ts';
import { EnvironmentChip, ScopeChips, EphemeralChip } from '../../../components/Chips.tsx';
import { FavouriteStar } from '../../../components/FavouriteStar.tsx';
import { StateWord } from '../../../components/StateMark.tsx';
import { StateShape } from '../../../components/state-shapes.tsx';
import { TimeLeft } from '../../../components/Time.tsx';
import { en } from '../../../i18n/en.ts';
import { leakWords } from '../../incident/en-leak.ts';
import { rotationWords } from '../../incident/en-rotation.ts';
import {
  isBeingEnded,
  leadToken,
  provenDeath,
  standingOf,
  usableTokens,
} from '../../../model/token-standing.ts';
import { useApp, useView, useFeedback } from '../../../state/app-context.tsx';
import type { Held } from './use-list-marks.ts';
import { handOutWords } from '../../hand-out/en-hand-out.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { Button } from '../../../components/Button.tsx';
import { actionWords as words } from '../../../i18n/en-actions.ts';
import { isBusy } from '../../../model/activity.ts';
import { defaultScopes } from '../../../model/credential-scopes.ts';

/**
 * The one action a row offers on hover and focus: renew what can be renewed, else get a token with the
 * smallest scope. One press, no dialog. Where a choice is needed it opens the credential instead.
 */
function NextAction(props: {
  readonly credential: CredentialView;
  readonly tabbable: boolean;
  readonly onOpen: (id: string) => void;
}): ReactNode {
  const { credential, tabbable, onOpen } = props;
  const busy = useFeedback(({ pending }) => isBusy(credential, 'token', pending));
  const tabIndex = tabbable ? 0 : -1;
  // Nobody is led to a new token of a key that somebody else has.
  if (credential.leakPlan !== null) {
    return (
      <ActionButton
        name="leaked"
        about={{ credential }}
        look="plain"
        className="button-small"
        tabIndex={tabIndex}
        of={`: ${credential.label}`}
      />
    );
  }
  if (standingOf(credential) === 'needs_you' || defaultScopes(credential) === null) {
    return (
      <Button
        className="button-small"
        tabIndex={tabIndex}
        busy={busy}
        aria-label={`${words.open}: ${credential.label}`}
        onClick={(event) => {
          event.stopPropagation();
          onOpen(credential.id);
        }}
      >
        {words.open}
      </Button>
    );
  }
  return (
    <ActionButton
      name="get_or_renew"
      about={{ credential }}
      look="plain"
      className="button-small"
      tabIndex={tabIndex}
      busy={busy}
      of={`: ${credential.label}`}
    />
  );
}

/** Which programs hold tokens of a credential, in its row. */
function InUse(props: { readonly credential: CredentialView; readonly id: string }): ReactNode {
  const said = useView(({ handOut: { programs } }) => {
    if (programs.length === 0) return '';
    const ids = new Set(props.credential.tokens.map(({ id }) => id));
    const using = programs.filter(({ tokenId }) => ids.has(tokenId));
    return using[0] === undefined ? '' : handOutWords.inUse(using[0].program, using.length - 1);
  });
  if (said === undefined || said === '') return null;
  return (
    <span className="row-use secondary" id={props.id}>
      {said}
    </span>
  );
}

export const CredentialRow = memo(function CredentialRow(props: {
  readonly credential: CredentialView;
  /** Left out where the whole list is of one. */
  readonly environment: EnvironmentView | undefined;
  readonly index: number;
  /** Shown in the detail. */
  readonly current: boolean;
  /** One of several; null where nothing is marked. */
  readonly marked: boolean | null;
  readonly tabbable: boolean;
  readonly onOpen: (id: string) => void;
  readonly onPress: (id: string, held: Held) => void;
}): ReactNode {
  const { credential, environment } = props;
  const { focusPoints } = useApp();
  const id = useId();
  const lead = leadToken(credential);
  const standing = standingOf(credential);
  const timed =
    lead !== null &&
    standing === lead.state &&
    (lead.live || standing === 'expired') &&
    !isBeingEnded(lead);
  const proof = lead !== null && standing === 'verified' ? provenDeath(lead) : null;
  const usable = usableTokens(credential).length;
  const scopes = lead?.live === true ? (lead.grantedScopes ?? lead.requestedScopes) : [];
  const shown = scopes.length > 0 ? scopes : credential.registeredScopes;
  const named = [
    'name',
    'leaked',
    'ephemeral',
    'environment',
    'rotation',
    'use',
    'state',
    'time',
    'scopes',
    'live',
  ];
  return (
    <div
      ref={props.tabbable ? focusPoints.at.chosen_row : undefined}
      role="row"
      className="row"
      data-id={credential.id}
      aria-rowindex={props.index + 1}
      aria-selected={props.marked ?? props.current}
      data-ephemeral={credential.kept ? undefined : ''}
      data-dead={proof === null ? undefined : ''}
      data-current={props.current ? '' : undefined}
      data-marked={props.marked === true ? '' : undefined}
      aria-labelledby={named.map((part) => `${id}-${part}`).join(' ')}
      tabIndex={props.tabbable ? 0 : -1}
      onClick={(event) => props.onPress(credential.id, event)}
    >
      <div role="gridcell" className="row-main">
        <StateShape state={standing} size={18} />
        <span className="row-text">
          <span className="row-line">
            <span className="row-name" id={`${id}-name`} title={credential.label}>
              {credential.label}
            </span>
            {!credential.kept && <EphemeralChip id={`${id}-ephemeral`} />}
            {environment !== undefined && (
              <EnvironmentChip environment={environment} id={`${id}-environment`} />
            )}
            {credential.leakPlan !== null && (
              <span className="row-leaked" id={`${id}-leaked`}>
                <TriangleAlert size={12} aria-hidden="true" /> {leakWords.mark}
              </span>
            )}
            {credential.rotation !== null && (
              <span className="row-rotation" id={`${id}-rotation`}>
                {rotationWords.short(credential.rotation.step)}
              </span>
            )}
            <InUse credential={credential} id={`${id}-use`} />
          </span>
          <span className="row-line row-second">
            <span className="row-state" id={`${id}-state`}>
              {proof === null ? (
                <StateWord state={standing} token={lead} />
              ) : (
                <span className="state-word" data-state={standing}>
                  {deathLine(proof)}
                </span>
              )}
            </span>
            <ScopeChips scopes={shown} id={`${id}-scopes`} />
          </span>
        </span>
      </div>
      <div role="gridcell" className="row-action">
        <NextAction credential={credential} tabbable={props.tabbable} onOpen={props.onOpen} />
      </div>
      <div role="gridcell" className="row-figures">
        <span className="row-time">
          {timed ? <TimeLeft expiresAtMs={lead.expiresAtMs} id={`${id}-time`} short /> : null}
        </span>
        <span className="row-live" id={`${id}-live`}>
          {usable > 1 && en.list.tokens(usable)}
        </span>
      </div>
      <div role="gridcell" className="row-star">
        {credential.kept && <FavouriteStar credential={credential} tabbable={props.tabbable} />}
      </div>
    </div>
  );
});
