// One word for every state, and one sentence that says what it means (docs/interface.md, "States of
// a token"). Also the words for what was odd about an answer.
import type {
  Anomaly,
  PartnerStep,
  QuarantineReason,
  TokenState,
} from '../../electron/shared/words.ts';

/** What a row says: a token's state, or that there is none, or that the last request failed. */
export type Standing = TokenState | 'no_token' | 'failed';

export const stateWords: Readonly<Record<Standing, string>> = {
  requesting: 'Requesting…',
  possibly_issued: 'Possibly issued',
  quarantined: 'Quarantined',
  active: 'Active',
  expiring: 'Expiring',
  expired: 'Expired',
  refused: 'Refused',
  unclear: 'Unknown',
  superseded: 'Old, still works',
  revoking: 'Revoking…',
  revoke_failed: 'Revoke failed',
  propagating: 'Revoked, waiting for proof',
  confirming: 'Refused here, confirming',
  still_honoured: 'Revoked, still works',
  verified: 'Confirmed dead',
  not_verifiable: 'Revoked, cannot be confirmed',
  needs_you: 'Waiting for you',
  forgotten: 'Forgotten',
  no_token: 'No token',
  failed: 'Last request failed',
};

export const stateMeans: Readonly<Record<Standing, string>> = {
  requesting: 'The request is under way.',
  possibly_issued:
    'No answer came. A token may exist that Strongroom never received. It cannot be revoked, and expires by itself.',
  quarantined: 'What came is quarantined and never used.',
  active: 'The server issued it and there is time left.',
  expiring: 'Little time is left.',
  expired: 'Its time is up.',
  refused:
    'The server refused it here before the time was up. It may still work elsewhere, so it is revoked with the rest.',
  unclear: 'The last check did not say whether it still works.',
  superseded: 'A newer token replaced it. This one was never revoked and still works.',
  revoking: 'Its revocation was asked for; the server has not accepted it yet.',
  revoke_failed: 'The server did not accept the revocation. The token may be live.',
  propagating:
    'The server accepted the revocation. It can take a few minutes everywhere; Strongroom keeps checking.',
  still_honoured:
    'The server accepted the revocation, yet the token still works: what it accepts proves nothing.',
  confirming:
    'The server refuses it here. Other regions may still accept it for some minutes; Strongroom keeps checking.',
  verified:
    'The server refused it several times in a row, also after the propagation window. It is dead.',
  not_verifiable:
    'The server accepted it. No answer since shows whether it still works. It counts as live until it expires.',
  needs_you: 'Steps in the web app are waiting for you.',
  forgotten: 'Its text was dropped here. It was not revoked and works until it expires.',
  no_token: 'No live tokens.',
  failed: 'The last request for a token brought none.',
};

export const anomalyWords: Readonly<Record<Anomaly, string>> = {
  expires_in_missing: 'The server did not say how long it lasts.',
  expires_in_text: 'The server wrote the lifetime as text.',
  expires_in_invalid: 'The lifetime the server gave means nothing.',
  expires_in_not_positive: 'The server gave a lifetime of zero or less. When it ends is unknown.',
  expires_in_fraction: 'The server gave a fraction of a second; rounded down.',
  expires_in_too_long:
    'The server gave a lifetime above 30 days. It is not relied on: when it ends is unknown.',
  scope_missing: 'The server did not name the granted scopes; those asked for are assumed.',
  scope_malformed: 'The server named the granted scopes in a form that means nothing.',
  scope_narrower: 'Fewer scopes were granted than asked for.',
  scope_wider: 'More scopes were granted than asked for. Revoke it if you do not want that.',
  content_type_unexpected: 'The answer was labelled as something other than JSON.',
  unrequested_token_discarded: 'A further token nobody asked for came along and was discarded.',
  revoke_answer_html: 'The revocation was answered with a web page; check the token.',
  revoke_answer_unusual_status: 'The revocation was answered with an unusual status.',
  clock_skew: 'The server’s clock differs from this machine’s.',
};

export const quarantineWords: Readonly<Record<QuarantineReason, string>> = {
  unsupported_token_type: 'It is not a Bearer token.',
  token_characters: 'It contains characters that may not go into a request.',
  token_too_large: 'It is larger than 8 KiB.',
  ambiguous_response: 'The answer named the token more than once.',
  unexpected_success_status: 'It came with a status that means something else.',
  repeats_secret: 'It is the client secret itself, or holds it.',
};

export const partnerStepWords: Readonly<Record<PartnerStep, readonly [string, string]>> = {
  revoke_key: [
    'Revoke or regenerate the key',
    'In the web app: business section, API keys. Choose the key with this client id.',
  ],
  rotate_secret: [
    'Rotate the secret',
    'In the same place, have a new secret made. Keep it for the last step.',
  ],
};
