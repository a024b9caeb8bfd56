// What the facts of an incident report say of each state.
import type { TokenState } from '../../shared/words.ts';

/** What a state means for somebody who was not there. Never says more than was seen. */
export const stateVerdicts: Readonly<Record<TokenState, string>> = {
  verified: 'Confirmed dead: refused several times in a row, also after the propagation window.',
  confirming:
    'Refused here since; other regions may still take it until the propagation window is over.',
  not_verifiable: 'Accepted by the server; no answer since shows whether it still works.',
  propagating: 'Accepted by the server; it may still work for some minutes.',
  still_honoured: 'ALARM: accepted by the server, yet it still works after the propagation window.',
  revoke_failed: 'NOT REVOKED: the server refused the revocation for good. It may be live.',
  revoking: 'Not confirmed yet: the revocation is asked again until there is an answer.',
  expired: 'It has expired.',
  needs_you: 'Partner token: waits for steps in the web app; not confirmed dead yet.',
  requesting: 'Was being requested when the run began.',
  possibly_issued: 'May exist unseen; it cannot be revoked.',
  quarantined: 'LIVE: left alone. Kept but never used.',
  active: 'LIVE: left alone.',
  expiring: 'LIVE: left alone.',
  superseded: 'LIVE: left alone.',
  unclear: 'LIVE as far as is known: left alone.',
  refused:
    'LIVE as far as is known: left alone. One answer refused it, which says nothing about other regions.',
  forgotten: 'Forgotten here; lives on the server until it expires.',
};
