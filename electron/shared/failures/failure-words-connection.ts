// Words for calls that got no usable answer: refused here, no connection, TLS, time, framing
// (docs/oauth-cases.md groups A, D, E, F). Name, connect, TLS and time are different messages. Pure.
import type { FailureFacts } from './failure.ts';
import { hostOf, statusOf, type Words } from './failure-words-shape.ts';

const nothingSent = 'Nothing was sent.';
const untrusted = 'The secret was not sent: whoever answers might not be the server.';

const otherAuthority = ({ ownAuthority }: FailureFacts): string =>
  ownAuthority === true ? ' The authority added to this environment is not the one behind it.' : '';

/** The words of each code about a connection. */
export const connectionWords = {
  wrong_access_type: [
    'This call belongs to the other access type.',
    `${nothingSent} Credentials of one access type are never used for the other.`,
    'Use a credential of the right access type.',
  ],
  scope_required: [
    'No scope is chosen.',
    `${nothingSent} A Trader token needs at least one scope.`,
    'Choose read, trade or both.',
  ],
  scope_not_registered: [
    'A chosen scope is not registered for this client.',
    `${nothingSent} Scopes are fixed when the client is registered.`,
    'Choose registered scopes, or correct the credential if its registration differs.',
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
  name_not_found: (facts: FailureFacts): Words => [
    `The name ${hostOf(facts)} was not found.`,
    `${nothingSent} The address may be misspelt, or this machine has no working name lookup.`,
    'Check the address of the environment and the network.',
  ],
  connect_refused: (facts: FailureFacts): Words => [
    `${hostOf(facts)} refused the connection.`,
    `${nothingSent} The machine answers, but nothing listens on that port.`,
    'Check the address and port, then try again.',
  ],
  connect_failed: (facts: FailureFacts): Words => [
    `No connection to ${hostOf(facts)}.`,
    `${nothingSent} The network or a firewall does not let it through.`,
    'Check the network, then try again.',
  ],
  connect_timeout: (facts: FailureFacts): Words => [
    `${hostOf(facts)} did not answer in time.`,
    `${nothingSent} The connection was not opened.`,
    'Check the network and the address, then try again.',
  ],
  handshake_timeout: (facts: FailureFacts): Words => [
    `${hostOf(facts)} accepted the connection but did not finish TLS.`,
    `${nothingSent} Something between here and the server may hold it up.`,
    'Try again; if it stays so, check the port and any proxy.',
  ],
  connection_reset: (facts: FailureFacts): Words => [
    `${hostOf(facts)} closed the connection.`,
    'No answer came.',
    'Try again.',
  ],
  tls_self_signed: (facts: FailureFacts): Words => [
    `${hostOf(facts)} showed a certificate it signed itself.`,
    `${untrusted}${otherAuthority(facts)}`,
    'If this is your own server, add its authority to the environment.',
  ],
  tls_unknown_authority: (facts: FailureFacts): Words => [
    `The certificate of ${hostOf(facts)} comes from an authority this machine does not trust.`,
    `${untrusted}${otherAuthority(facts)}`,
    `${facts.about === undefined ? '' : `Issuer: ${facts.about}. `}If you know this authority, add it to the environment.`,
  ],
  tls_expired: (facts: FailureFacts): Words => [
    `The certificate of ${hostOf(facts)} has expired.`,
    untrusted,
    'Check this machine’s clock; otherwise the operator of the server must renew it.',
  ],
  tls_authority_expired: (facts: FailureFacts): Words => [
    `An authority behind the certificate of ${hostOf(facts)} has expired.`,
    untrusted,
    `${facts.about === undefined ? '' : `Issuer of the certificate: ${facts.about}. `}If that authority was added to this environment, add the new one in its place.`,
  ],
  tls_not_yet_valid: (facts: FailureFacts): Words => [
    `The certificate of ${hostOf(facts)} is not valid yet.`,
    untrusted,
    'Check this machine’s clock.',
  ],
  tls_wrong_host: (facts: FailureFacts): Words => [
    `The certificate is not for ${hostOf(facts)}.`,
    untrusted,
    'Check the address of the environment letter by letter.',
  ],
  tls_protocol: (facts: FailureFacts): Words => [
    `${hostOf(facts)} does not speak TLS 1.2 or newer on this port.`,
    nothingSent,
    'Check the port; the address must begin with https.',
  ],
  headers_timeout: (facts: FailureFacts): Words => [
    `${hostOf(facts)} received the request and did not answer.`,
    'Its effect is not known from here.',
    'Wait a moment, then try again.',
  ],
  total_timeout: (facts: FailureFacts): Words => [
    `The answer of ${hostOf(facts)} took too long.`,
    'It was cut off after 30 seconds, so its content is not known.',
    'Wait a moment, then try again.',
  ],
  cancelled: [
    'The call was cancelled.',
    'No answer was read.',
    'Start it again if you still need it.',
  ],
  incomplete_response: (facts: FailureFacts): Words => [
    `The answer of ${hostOf(facts)} broke off.`,
    'Part of it is missing, so none of it was used.',
    'Try again.',
  ],
  body_too_large: (facts: FailureFacts): Words => [
    `The answer of ${hostOf(facts)} is far too large.`,
    'It was cut off and not used.',
    'Check that the address is the right server.',
  ],
  header_overflow: (facts: FailureFacts): Words => [
    `${hostOf(facts)} sent too many headers.`,
    'The answer was not used.',
    'Check that the address is the right server.',
  ],
  protocol_error: (facts: FailureFacts): Words => [
    `${hostOf(facts)} did not answer in proper HTTP.`,
    'The answer cannot be trusted and was not used.',
    'Check the address and any proxy in between.',
  ],
  encoding_refused: (facts: FailureFacts): Words => [
    `${hostOf(facts)} compressed its answer although asked not to.`,
    'It was not unpacked and not used.',
    'Check any proxy in between.',
  ],
  redirect_refused: (facts: FailureFacts): Words =>
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
} as const;
