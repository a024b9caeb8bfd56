// A service to revoke at, over real TLS: HTTP/2 for revocations, a trading host that honours a token
// until it was revoked, and then refuses it by name. What becomes of a token stands in its text, and
// every request is remembered.
import type { GatewayTarget } from '../../electron/main/gateway/call-target.ts';
import { startH2Server, type H2Call } from './burst-servers.ts';
import { startRawTlsServer } from './raw-tls-server.ts';
import { createTestCertificates } from './test-certificates.ts';

export const fates = ['accepted', 'hangs', 'hangs_once', 'refused', 'busy_once'] as const;
export type Fate = (typeof fates)[number];

export interface RevokeService {
  readonly target: GatewayTarget;
  /** When each token was asked to be revoked, in milliseconds of `performance.now`. */
  readonly asked: ReadonlyMap<string, readonly number[]>;
  readonly accepted: ReadonlySet<string>;
  readonly stop: () => Promise<void>;
}

/** The text of a token with this fate. */
export const textOf = (fate: Fate, index: number): string => `${fate}-${index}`;

/** @param pauseMs before an answer. */
export async function startRevokeService(pauseMs = (): number => 0): Promise<RevokeService> {
  const certificates = await createTestCertificates();
  const asked = new Map<string, number[]>();
  const accepted = new Set<string>();
  const accept = ({ stream, token }: H2Call): void => {
    if (stream.closed) return;
    accepted.add(token);
    stream.respond({ ':status': 200 }, { endStream: true });
  };

  function answer(call: H2Call): void {
    const { stream, token } = call;
    const times = asked.get(token) ?? [];
    asked.set(token, [...times, performance.now()]);
    const first = times.length === 0;
    const fate = token.split('-')[0] as Fate;
    if (fate === 'hangs' || (fate === 'hangs_once' && first)) return;
    if (fate === 'busy_once' && first) {
      stream.respond({ ':status': 503, 'retry-after': '1' }, { endStream: true });
    } else if (fate === 'refused') {
      stream.respond({ ':status': 400, 'content-type': 'application/json' });
      stream.end('{"error":"unsupported_token_type"}');
    } else setTimeout(accept, pauseMs(), call);
  }

  const authorization = await startH2Server(certificates.good, undefined, true);
  authorization.answerWith(answer);
  const trading = await startRawTlsServer(certificates.good);
  trading.answerWith((socket, { headers }) => {
    const bearer = headers.find(([name]) => name === 'authorization')?.[1] ?? '';
    const head = accepted.has(bearer.replace('Bearer ', ''))
      ? '401 Unauthorized\r\nWWW-Authenticate: Bearer error="invalid_token"'
      : '200 OK';
    socket.end(`HTTP/1.1 ${head}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`);
  });
  return {
    target: {
      baseUrl: authorization.url,
      tradeUrl: trading.url,
      authorityPem: certificates.authority,
    },
    asked,
    accepted,
    async stop() {
      await authorization.stop();
      await trading.stop();
    },
  };
}
