// What the window may offer for a token right now. Main decides again when it is asked.
import type { TokenView } from '../../shared/credentials/credential-view.ts';
import type { AccessType, TokenState } from '../../shared/words.ts';
import type { Token } from '../domain/token.ts';
import { isCheckable } from './checks/token-checks.ts';

export interface OfferMoment {
  readonly accessType: AccessType;
  readonly state: TokenState;
  readonly live: boolean;
  readonly hasText: boolean;
  readonly unsaved: boolean;
}

const nothing: TokenView['can'] = {
  check: false,
  renew: false,
  revoke: false,
  guide: false,
  copy: false,
  forget: false,
};

/** Nothing until it is safely on disk. */
export function offersOf(now: OfferMoment, token: Token): TokenView['can'] {
  if (now.unsaved) return nothing;
  const issued = token.issue === 'issued';
  const usable = now.hasText && issued && now.state !== 'expired';
  const accepted = token.revocation?.acceptedAtMs != null;
  return {
    check: usable && isCheckable(token),
    renew: issued && token.revocation === null && token.forgottenAtMs === null,
    // Not while the text is here but not on disk yet: a stop would not count it (revocation-plan.ts).
    revoke:
      now.accessType === 'trader' &&
      now.hasText &&
      token.issue !== 'requested' &&
      now.live &&
      (!accepted || now.state === 'still_honoured'),
    guide: now.accessType === 'partner' && now.live && token.issue !== 'requested',
    copy: usable && now.live,
    forget: token.issue !== 'requested' && token.forgottenAtMs === null,
  };
}
