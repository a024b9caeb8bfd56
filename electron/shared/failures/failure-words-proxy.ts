// Words for calls that did not get past a proxy: which one, what it answered, what to do. Says what was
// seen and never more; what a proxy may have meant is called likely. Pure.
import type { FailureFacts } from './failure.ts';
import { hostOf, type Words } from './failure-words-shape.ts';

/** True of all of them: TLS to the server had not begun. A password of the proxy may have left. */
const nothingSecret = 'Neither client secret nor token left this machine.';
const proxyOf = (facts: FailureFacts): string =>
  `The proxy ${facts.proxy ?? 'of this environment'}`;
const answered = (facts: FailureFacts): string =>
  facts.about === undefined ? '' : ` It answered “${facts.about}”.`;
const checkProxy =
  'Check host and port of the proxy under “About” of the environment, or choose another way there.';
const askOperator = 'Ask whoever runs the proxy to allow this server, or choose another way there.';

/** The words of each code about a proxy. */
export const proxyWords = {
  proxy_unknown: (facts: FailureFacts): Words => [
    'The system could not say which proxy to use.',
    `This environment uses the system proxy, and the system gave no usable answer for ${hostOf(facts)}. Nothing was sent.`,
    'Check the network settings of the system, or choose a proxy, or none, for this environment.',
  ],
  proxy_unsupported: (facts: FailureFacts): Words => [
    'Strongroom does not support this kind of system proxy.',
    `The system proxy is ${facts.about ?? 'of another kind'}; only HTTP and SOCKS5 proxies are supported. Nothing was sent.`,
    'Enter an HTTP or SOCKS5 proxy for this environment, or choose none.',
  ],
  proxy_not_found: (facts: FailureFacts): Words => [
    `${proxyOf(facts)} was not found.`,
    `This machine cannot find its name, so ${hostOf(facts)} was not reached. ${nothingSecret}`,
    checkProxy,
  ],
  proxy_unreachable: (facts: FailureFacts): Words => [
    `${proxyOf(facts)} cannot be reached.`,
    `It took no connection, so ${hostOf(facts)} was not reached. ${nothingSecret}`,
    checkProxy,
  ],
  proxy_timeout: (facts: FailureFacts): Words => [
    `${proxyOf(facts)} did not answer in time.`,
    `It took the connection and did not open the way to ${hostOf(facts)}. ${nothingSecret}`,
    `Try again. If it stays so: ${checkProxy}`,
  ],
  proxy_closed: (facts: FailureFacts): Words => [
    `${proxyOf(facts)} closed the connection without an answer.`,
    `The way to ${hostOf(facts)} was not opened. ${nothingSecret}`,
    checkProxy,
  ],
  proxy_garbled: (facts: FailureFacts): Words => [
    `${proxyOf(facts)} does not answer as such a proxy does.`,
    `Something else may listen on that port. ${hostOf(facts)} was not reached. ${nothingSecret}`,
    checkProxy,
  ],
  proxy_answers_itself: (facts: FailureFacts): Words => [
    `${proxyOf(facts)} answered itself instead of opening the way.`,
    `That is likely a page for a browser, to sign in at or to explain a block.${answered(facts)} ${nothingSecret}`,
    'Open any page in a browser on this network to see what it says, or choose another way there.',
  ],
  proxy_forbids: (facts: FailureFacts): Words => [
    `${proxyOf(facts)} does not let this machine reach ${hostOf(facts)}.`,
    `It was the proxy that refused, not the server.${answered(facts)} ${nothingSecret}`,
    askOperator,
  ],
  proxy_bad_gateway: (facts: FailureFacts): Words => [
    `${proxyOf(facts)} could not reach ${hostOf(facts)}.`,
    `The proxy works; its own way to the server does not.${answered(facts)} ${nothingSecret}`,
    'Check the address of the environment; if it is right, ask whoever runs the proxy.',
  ],
  proxy_gateway_timeout: (facts: FailureFacts): Words => [
    `${proxyOf(facts)} waited for ${hostOf(facts)} without an answer.`,
    `The proxy works; the server did not answer it in time.${answered(facts)} ${nothingSecret}`,
    'Try again; if it stays so, check the address, or ask whoever runs the proxy.',
  ],
  proxy_refused: (facts: FailureFacts): Words => [
    `${proxyOf(facts)} refused to open the way to ${hostOf(facts)}.`,
    `It was the proxy that refused, not the server.${answered(facts)} ${nothingSecret}`,
    askOperator,
  ],
  /** From the proxy itself, or, where none is in the facts, from whoever answered inside the connection. */
  proxy_auth: (facts: FailureFacts): Words =>
    facts.proxy === undefined || facts.status !== undefined
      ? [
          `${hostOf(facts)} answered as a proxy that asks for a sign-in.`,
          'The answer came inside the verified connection, so it is from that server or from something it stands behind.',
          'Check the address of the environment; otherwise ask whoever runs the server.',
        ]
      : [
          `${proxyOf(facts)} asks for a sign-in.`,
          `The way to ${hostOf(facts)} was not opened, with or without the sign-in set here. ${nothingSecret}`,
          'Enter this proxy with its sign-in, or correct that, under “About” of the environment.',
        ],
} as const;

const inspecting: ReadonlySet<string> = new Set([
  'tls_self_signed',
  'tls_unknown_authority',
  'tls_wrong_host',
]);

/** What a proxy on the way adds to a failure behind it; empty where there was none. */
export function behindProxy(code: string, { proxy }: FailureFacts): string {
  if (proxy === undefined || code.startsWith('proxy_')) return '';
  if (!inspecting.has(code)) return ` The call went through the proxy ${proxy}.`;
  return (
    ` The call went through the proxy ${proxy}. Proxies that inspect traffic show certificates of their own, ` +
    'so this is likely one of them; it may also be the server’s own.'
  );
}
