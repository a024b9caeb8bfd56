// Words for calls to the gateway (docs/oauth-cases.md). Name, proxy, connect, TLS and time are different messages. Where
// the server named no cause, none is named here, and what a proxy may have meant is called likely. Pure.
import type { FailureFacts, SayTable, Words } from './failure-say.ts';

const nothingSent = 'Nothing was sent.';
const untrusted = 'The secret was not sent: whoever answers might not be the server.';
const notTheKey = 'This says nothing about the key.';

const hostOf = (facts: FailureFacts): string => facts.host ?? 'the server';
const statusOf = ({ status }: FailureFacts): string =>
  status === undefined ? '' : ` (status ${status})`;
const proxyOf = ({ proxy }: FailureFacts): string => `The proxy ${proxy ?? 'of this environment'}`;
const proxyAnswered = ({ about }: FailureFacts): string =>
  about === undefined ? '' : ` It answered “${about}”.`;
const issuer = ({ about }: FailureFacts): string =>
  about === undefined ? '' : `Issuer: ${about}. `;

/** True of all failures of a proxy: TLS to the server had not begun. A password of the proxy may have left. */
const nothingSecret = 'Neither client secret nor token left this machine.';
const checkProxy = 'Check the proxy under “About” of the environment, or choose another way there.';
const checkAccess = 'Check the base address and the access type.';
const checkServer = 'Check that the address is the right server.';

/** `about` of a refusal that came as a web page: the media type, which is no word of the server's. */
const PAGE = 'text/html';

/** No reason was given. What a status leaves open is left open: only a 401 is about who asks. */
function tokenRefusal(facts: FailureFacts): Words {
  if (facts.status === 401) {
    return [
      `The server refused this key or its scopes${statusOf(facts)}.`,
      'It did not say which.',
      'Check the scopes and the access type; replace the secret if it was rotated.',
    ];
  }
  if (facts.status === 403) {
    return [
      `The request for a token was refused${statusOf(facts)}.`,
      'It did not say why: the key, the scopes, or this machine’s address. A firewall in between ' +
        'answers like this too.',
      'Check scopes and secret; ask whether requests from this machine are let through.',
    ];
  }
  return [
    `The server refused the request for a token${statusOf(facts)}.`,
    'It did not say why: the key, the scopes, or the form of the request.',
    'Check the scopes and the access type; replace the secret if it was rotated.',
  ];
}

function httpError(facts: FailureFacts): Words {
  // A token server answers in JSON (RFC 6749 section 5.2): a page was written by somebody else.
  if (facts.about === PAGE) {
    return [
      `The request was refused with a web page${statusOf(facts)}.`,
      'A firewall, a proxy or a sign-in page may have answered instead. ' +
        'Whether the key is right is not known.',
      'Check the address; ask whether this machine may reach the server.',
    ];
  }
  if (facts.call === undefined || facts.call === 'token') return tokenRefusal(facts);
  return [
    `The server refused the request${statusOf(facts)}.`,
    'It did not say why.',
    'Check the access type and the address of the environment.',
  ];
}

/** An error code without a failure code of its own. */
function oauthError({ oauthError: said = '', call }: FailureFacts): Words {
  if (call === 'revoke' && said === 'unsupported_token_type') {
    return [
      'The server does not revoke tokens of this kind.',
      'The token stays live until it expires.',
      'Rotate the secret or delete the client in the web app.',
    ];
  }
  if (call === 'revoke' && said === 'invalid_token') {
    return [
      'The server says that it does not know this token.',
      'It may have ended, or belong to another client or environment. That it is dead is not shown.',
      'Check the token. If it still works, end it in the web app.',
    ];
  }
  switch (said) {
    case 'invalid_request':
      return [
        'The server found the request malformed: it answered invalid_request.',
        'It did not say which part.',
        'Check the access type and the base address.',
      ];
    case 'invalid_grant':
      return ['The server refused the grant: it answered invalid_grant.', checkAccess];
    case 'unsupported_grant_type':
      return [
        'The server does not offer client credentials at this address: it answered unsupported_grant_type.',
        checkAccess,
      ];
    case 'invalid_target':
      return [
        'The server does not issue tokens for this resource: it answered invalid_target.',
        'Check the base address.',
      ];
    default:
      return [
        `The server refused with a code of its own${said === '' ? '' : `: ${said}`}.`,
        'The specification does not say what it means.',
        call === 'revoke'
          ? 'Check the token. If it still works, rotate the secret or delete the client in the web app.'
          : 'Check scopes, secret and access type; ask the operator of the server.',
      ];
  }
}

/** What something said that should have opened the way, where it said anything. */
function proxyRefused(facts: FailureFacts): Words {
  const status = Number(facts.about);
  if (facts.about === undefined) {
    return [
      `${proxyOf(facts)} does not answer as such a proxy does.`,
      `Something else may listen on that port. ${hostOf(facts)} was not reached. ${nothingSecret}`,
      checkProxy,
    ];
  }
  // RFC 6585 section 6: 511 is a page to sign in at.
  if ((status >= 200 && status < 400) || status === 511) {
    return [
      `${proxyOf(facts)} answered itself instead of opening the way.`,
      `It is likely a page that asks to sign in or explains a block.${proxyAnswered(facts)} ${nothingSecret}`,
      'Open any page in a browser on this network, or choose another way there.',
    ];
  }
  return [
    `${proxyOf(facts)} refused to open the way to ${hostOf(facts)}.`,
    `It was the proxy that refused, not the server.${proxyAnswered(facts)} ${nothingSecret}`,
    'Ask whoever runs the proxy to allow this server, or choose another way there.',
  ];
}

/** The words of each code about a call. */
export const callWords = {
  // refused here, nothing sent
  wrong_access_type: [
    'This call belongs to the other access type.',
    nothingSent,
    'Use a key of the right access type.',
  ],
  scope_not_registered: [
    'A chosen scope is not registered for this client, or none is chosen.',
    nothingSent,
    'Choose registered scopes, or correct the key if its registration differs.',
  ],
  token_unusable: [
    'This token is kept but cannot be used.',
    `${nothingSent} What arrived is not a token that may go into a request.`,
    'Get a new token; revoke this one if it can be revoked.',
  ],
  introspection_missing: [
    'No introspection endpoint is configured for this environment.',
    `${nothingSent} The specification shows neither its path nor how a client proves itself there.`,
    'Enter both under “About” of the environment.',
  ],
  // no connection
  name_not_found: (facts) => [
    `The name ${hostOf(facts)} was not found.`,
    `${nothingSent} The address may be misspelt, or this machine has no working name lookup.`,
    'Check the address of the environment and the network.',
  ],
  connect_refused: (facts) => [
    `${hostOf(facts)} refused the connection.`,
    `${nothingSent} The machine answers, but nothing listens on that port.`,
    'Check the address and port, then try again.',
  ],
  connect_failed: (facts) => [
    `No connection to ${hostOf(facts)}.`,
    `${nothingSent} The network or a firewall does not let it through.`,
    'Check the network, then try again.',
  ],
  connect_timeout: (facts) => [
    `${hostOf(facts)} did not answer in time.`,
    `${nothingSent} No verified connection was opened.`,
    'Check the network, the address and its port, then try again.',
  ],
  connection_reset: (facts) => [
    `${hostOf(facts)} closed the connection.`,
    'No answer came.',
    'Try again.',
  ],
  // the proxy between: nothing was sent beyond the name of the server
  proxy_unknown: (facts) => [
    facts.about === undefined
      ? 'The system could not say which proxy to use.'
      : `Strongroom does not support this kind of system proxy: ${facts.about}.`,
    `The way to ${hostOf(facts)} is not known. ${nothingSent}`,
    'Check the network settings of the system. Or choose an HTTP or SOCKS5 proxy, or none, for this environment.',
  ],
  proxy_unreachable: (facts) => [
    `${proxyOf(facts)} cannot be reached.`,
    `Its name was not found, or it took no connection, so ${hostOf(facts)} was not reached. ${nothingSecret}`,
    checkProxy,
  ],
  proxy_closed: (facts) => [
    `${proxyOf(facts)} closed the connection without an answer.`,
    `The way to ${hostOf(facts)} was not opened. ${nothingSecret}`,
    checkProxy,
  ],
  proxy_bad_gateway: (facts) =>
    facts.about === undefined
      ? [
          `${proxyOf(facts)} did not open the way to ${hostOf(facts)} in time.`,
          `It took the connection and did not answer. ${nothingSecret}`,
          `Try again. If it stays so: ${checkProxy}`,
        ]
      : [
          `${proxyOf(facts)} could not reach ${hostOf(facts)}.`,
          `The proxy works. Its own way to the server does not, or not in time.${proxyAnswered(facts)} ${nothingSecret}`,
          'Try again; check the address of the environment, or ask whoever runs the proxy.',
        ],
  proxy_refused: proxyRefused,
  /** From the proxy itself, or, where none is in the facts, from whoever answered inside the connection. */
  proxy_auth: (facts) =>
    facts.proxy === undefined || facts.status !== undefined
      ? [
          `${hostOf(facts)} answered as a proxy that asks for a sign-in.`,
          'The answer came inside the verified connection. So it is from that server, or from something behind it.',
          'Check the address of the environment; otherwise ask whoever runs the server.',
        ]
      : [
          `${proxyOf(facts)} asks for a sign-in.`,
          `The way to ${hostOf(facts)} was not opened, with or without the sign-in set here. ${nothingSecret}`,
          'Enter this proxy with its sign-in, or correct that, under “About” of the environment.',
        ],
  // TLS
  tls_unknown_authority: (facts) => [
    `The certificate of ${hostOf(facts)} comes from an authority this machine does not trust.`,
    `${untrusted}${facts.ownAuthority === true ? ' The authority added to this environment is not the one behind it.' : ''}`,
    `${issuer(facts)}If you know this authority, add it to the environment.`,
  ],
  tls_expired: (facts) => [
    `The certificate of ${hostOf(facts)} is not valid today: it has expired or has not begun.`,
    untrusted,
    'Check this machine’s clock; otherwise the operator of the server must renew it.',
  ],
  tls_authority_expired: (facts) => [
    `An authority behind the certificate of ${hostOf(facts)} has expired.`,
    untrusted,
    `${issuer(facts)}If that authority was added to this environment, add the new one in its place.`,
  ],
  tls_wrong_host: (facts) => [
    `The certificate is not for ${hostOf(facts)}.`,
    untrusted,
    'Check the address of the environment letter by letter.',
  ],
  tls_protocol: (facts) => [
    `${hostOf(facts)} does not speak TLS 1.2 or newer on this port.`,
    nothingSent,
    'Check the port; the address must begin with https.',
  ],
  // the answer as a whole
  answer_timeout: (facts) => [
    `${hostOf(facts)} received the request and did not answer in time.`,
    'Its effect is not known from here.',
    'Wait a moment, then try again.',
  ],
  cancelled: ['The call was cancelled.', 'Start it again if you still need it.'],
  incomplete_response: (facts) => [
    `The answer of ${hostOf(facts)} broke off.`,
    'Part of it is missing, so none of it was used.',
    'Try again.',
  ],
  answer_too_large: (facts) => [
    `The answer of ${hostOf(facts)} is far too large.`,
    'It was cut off and not used.',
    checkServer,
  ],
  protocol_error: (facts) => [
    `${hostOf(facts)} did not answer in proper HTTP, or compressed its answer although asked not to.`,
    'The answer cannot be trusted and was not used.',
    'Check the address and any proxy in between.',
  ],
  redirect_refused: (facts) =>
    facts.about === undefined
      ? [
          `${hostOf(facts)} answered with neither a result nor an address${statusOf(facts)}.`,
          'Such an answer belongs to a redirect or a cache; it settles nothing here.',
          'Check the address of the environment.',
        ]
      : [
          `${hostOf(facts)} pointed to ${facts.about} instead of answering.`,
          'Redirects are never followed: the secret stays with the address you entered.',
          'Check the address of the environment.',
        ],
  endpoint_mismatch: (facts) =>
    facts.status === 405 || facts.status === 415 || facts.status === 422
      ? [
          `${hostOf(facts)} does not accept this kind of request at this address${statusOf(facts)}.`,
          `The endpoint may be another one, or expect another form. ${notTheKey}`,
          checkAccess,
        ]
      : [
          `${hostOf(facts)} does not know this endpoint${statusOf(facts)}.`,
          'The address may be another service, or the access type may be wrong.',
          checkAccess,
        ],
  rate_limited: (facts) => [
    `${hostOf(facts)} asks to slow down${statusOf(facts)}.`,
    'The request was not carried out.',
    'Wait a little, then try again.',
  ],
  server_error: (facts) => [
    facts.oauthError === 'temporarily_unavailable'
      ? `${hostOf(facts)} is not available for a while${statusOf(facts)}.`
      : `${hostOf(facts)} reported an internal error${statusOf(facts)}.`,
    notTheKey,
    'Wait a little, then try again.',
  ],
  http_error: httpError,
  // the token answer
  invalid_response: (facts) =>
    facts.call === 'token' && facts.status === 200
      ? [
          `The answer of ${hostOf(facts)} is not a token answer.`,
          'A web page or a proxy may have answered. Nothing in it can be used as a token, and nothing was kept.',
          'Check the address and the access type.',
        ]
      : [
          `${hostOf(facts)} gave an unexpected answer${statusOf(facts)}.`,
          'Its meaning is not specified, so it was not used.',
          'Check the address, then try again.',
        ],
  // OAuth error codes as the RFCs spell them; any other is `oauth_error`, with its name in the facts
  invalid_client: [
    'The server does not accept this client id and secret.',
    'It answered invalid_client: one of them is wrong, rotated or deleted.',
    'Compare the client id with the web app; replace the secret if it was rotated.',
  ],
  unauthorized_client: [
    'This client may not get tokens this way.',
    'It answered unauthorized_client.',
    'Check in the web app that the client is enabled for the API.',
  ],
  invalid_scope: ({ scopes = [] }) => [
    `The server does not grant the scopes asked for${scopes.length === 0 ? '' : `: ${scopes.join(' ')}`}.`,
    'It answered invalid_scope. Scopes are fixed when the client is registered.',
    'Choose fewer scopes, or correct the registered scopes of the key.',
  ],
  oauth_error: oauthError,
  // the token on a resource request
  token_refused: (facts) => [
    `The server no longer accepts this token${statusOf(facts)}.`,
    'It expired early, was revoked elsewhere, or its revocation is still spreading.',
    'Get a new token once. If that is refused too, stop and check the key.',
  ],
  insufficient_scope: ({ scopes = [] }) => [
    `The new token may do less than the one before it${scopes.length === 0 ? '' : `, without ${scopes.join(' ')}`}.`,
    'The server granted fewer scopes. The new token is revoked and does not take the place of the old one.',
    'Check in the web app which scopes the client has.',
  ],
} as const satisfies SayTable;

/** A proxy that inspects traffic shows certificates of its own. */
const inspecting: ReadonlySet<string> = new Set(['tls_unknown_authority', 'tls_wrong_host']);

/** What a proxy on the way adds to a failure behind it; empty where there was none. */
export function behindProxy(code: string, { proxy }: FailureFacts): string {
  if (proxy === undefined || code.startsWith('proxy_')) return '';
  if (!inspecting.has(code)) return ` The call went through the proxy ${proxy}.`;
  return (
    ` The call went through the proxy ${proxy}. Proxies that inspect traffic show certificates of their own: ` +
    'this is likely one. It may also be the server’s own.'
  );
}
