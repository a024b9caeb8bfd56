// Words for answers the server did give: status, shape, OAuth error codes (RFC 6749 section 5.2, RFC
// 7009 section 2.2.1) and refusals on a request. The specification gives no error body (section 7):
// where the server named no cause, none is named here. Pure.
import type { FailureFacts } from './failure.ts';
import { hostOf, statusOf, type Words } from './failure-words-shape.ts';

/** `about` of a refusal that came as a web page: the media type, which is no word of the server's. */
const PAGE = 'text/html';

const notStored = 'Nothing in it can be used as a token, and nothing was kept.';
const asked = (facts: FailureFacts): string =>
  facts.scopes === undefined || facts.scopes.length === 0 ? '' : ` ${facts.scopes.join(' ')}`;

/** A token server answers in JSON (RFC 6749 section 5.2): a page was written by somebody else. */
const refusedWithPage = (facts: FailureFacts): Words => [
  `The request was refused with a web page${statusOf(facts)}.`,
  'A firewall, a proxy or a sign-in page may have answered in place of the server. ' +
    'Whether the credentials are right is not known.',
  'Check the address; ask whether this machine may reach the server.',
];

/** No reason was given. What a status leaves open is left open: only a 401 is about who asks. */
function tokenRefusal(facts: FailureFacts): Words {
  if (facts.status === 401) {
    return [
      `The server refused these credentials or scopes${statusOf(facts)}.`,
      'It did not say which.',
      'Check the scopes and the access type; replace the secret if it was rotated.',
    ];
  }
  if (facts.status === 403) {
    return [
      `The request for a token was refused${statusOf(facts)}.`,
      'It did not say why: the credentials or the scopes, or this machine’s address; a firewall ' +
        'in between answers like this too.',
      'Check scopes and secret; ask whether requests from this machine are let through.',
    ];
  }
  return [
    `The server refused the request for a token${statusOf(facts)}.`,
    'It did not say why: the credentials, the scopes, or the form of the request.',
    'Check the scopes and the access type; replace the secret if it was rotated.',
  ];
}

/** The words of each code about an answer. */
export const answerWords = {
  endpoint_mismatch: (facts: FailureFacts): Words =>
    facts.status === 405 || facts.status === 415 || facts.status === 422
      ? [
          `${hostOf(facts)} does not accept this kind of request at this address${statusOf(facts)}.`,
          'The endpoint may be another one, or expect another form; this says nothing about the credentials.',
          'Check the base address and the access type.',
        ]
      : [
          `${hostOf(facts)} does not know this endpoint${statusOf(facts)}.`,
          'The address may be another service, or the access type may be wrong.',
          'Check the base address and the access type.',
        ],
  rate_limited: (facts: FailureFacts): Words => [
    `${hostOf(facts)} asks to slow down${statusOf(facts)}.`,
    'The request was not carried out.',
    'Wait a little, then try again.',
  ],
  server_error: (facts: FailureFacts): Words => [
    `${hostOf(facts)} reported an internal error${statusOf(facts)}.`,
    'This says nothing about the credentials.',
    'Wait a little, then try again.',
  ],
  unexpected_status: (facts: FailureFacts): Words => [
    `${hostOf(facts)} gave an unexpected answer${statusOf(facts)}.`,
    'Its meaning is not specified, so it was not used.',
    'Check the address, then try again.',
  ],
  http_error: (facts: FailureFacts): Words => {
    if (facts.about === PAGE) return refusedWithPage(facts);
    return facts.call === undefined || facts.call === 'token'
      ? tokenRefusal(facts)
      : [
          `The server refused the request${statusOf(facts)}.`,
          'It did not say why.',
          'Check the access type and the address of the environment.',
        ];
  },
  empty_response: (facts: FailureFacts): Words => [
    `${hostOf(facts)} answered with nothing.`,
    'There is no token in an empty answer.',
    'Check the address, then try again.',
  ],
  not_json: (facts: FailureFacts): Words => [
    `${hostOf(facts)} did not answer with JSON.`,
    `A web page or a proxy may have answered. ${notStored}`,
    'Check the address of the environment.',
  ],
  invalid_response: (facts: FailureFacts): Words => [
    `The answer of ${hostOf(facts)} is not a token answer.`,
    notStored,
    'Check the address and the access type.',
  ],
  ambiguous_response: (facts: FailureFacts): Words => [
    `The answer of ${hostOf(facts)} names the token more than once.`,
    'Which one counts cannot be known; both are quarantined and never used.',
    'Revoke what is quarantined, and tell the operator of the server.',
  ],
  unsupported_token_type: (facts: FailureFacts): Words => [
    `${hostOf(facts)} sent a kind of token that is not Bearer.`,
    'It is quarantined and never used.',
    'Revoke it; check that the address is the right server.',
  ],
  invalid_request: [
    'The server found the request malformed.',
    'It answered invalid_request and did not say which part.',
    'Check the access type and the base address.',
  ],
  invalid_client: [
    'The server does not accept these client credentials.',
    'It answered invalid_client: the client id or the secret is wrong, rotated or deleted.',
    'Compare the client id with the web app; replace the secret if it was rotated.',
  ],
  invalid_grant: [
    'The server refused the grant.',
    'It answered invalid_grant, which is unusual for client credentials.',
    'Check the access type and the base address.',
  ],
  unauthorized_client: [
    'This client may not get tokens this way.',
    'It answered unauthorized_client.',
    'Check in the web app that the client is enabled for the API.',
  ],
  unsupported_grant_type: [
    'The server does not offer client credentials at this address.',
    'It answered unsupported_grant_type.',
    'Check the base address and the access type.',
  ],
  invalid_scope: (facts: FailureFacts): Words => [
    `The server does not grant the scopes asked for${asked(facts) === '' ? '' : ':'}${asked(facts)}.`,
    'It answered invalid_scope. Scopes are fixed when the client is registered.',
    'Choose fewer scopes, or correct the registered scopes of the credential.',
  ],
  invalid_target: [
    'The server does not issue tokens for this resource.',
    'It answered invalid_target.',
    'Check the base address.',
  ],
  temporarily_unavailable: [
    'The server is not available for a while.',
    'It answered temporarily_unavailable. This says nothing about the credentials.',
    'Wait a little, then try again.',
  ],
  unsupported_token_type_revoke: [
    'The server does not revoke tokens of this kind.',
    'The token stays live until it expires.',
    'Rotate the secret or delete the client in the web app.',
  ],
  invalid_token_revoke: [
    'The server says that it does not know this token.',
    'It may have ended, or belong to another client or environment. That it is dead is not shown.',
    'Check the token. If it still works, end it in the web app.',
  ],
  unknown_oauth_error: (facts: FailureFacts): Words => [
    `The server refused with a code of its own${facts.oauthError === undefined ? '' : `: ${facts.oauthError}`}.`,
    'The specification does not say what it means.',
    facts.call === 'revoke'
      ? 'Check the token: if it still works, rotate the secret or delete the client in the web app.'
      : 'Check scopes, secret and access type; ask the operator of the server.',
  ],
  token_refused: (facts: FailureFacts): Words => [
    `The server no longer accepts this token${statusOf(facts)}.`,
    'It expired early, was revoked elsewhere, or its revocation is still spreading.',
    'Get a new token once. If that is refused too, stop and check the credential.',
  ],
  insufficient_scope: (facts: FailureFacts): Words => [
    `The token works, but it may not do this${statusOf(facts)}.`,
    'The server knows the token; its permission is not enough.',
    'Compare the granted scopes with what this call needs.',
  ],
} as const;
