// R15: every code of a redirect to every kind of target, for every call and both kinds of kept connections.
// Each is refused and names the host of Location; nobody connects to it.
import { beforeEach, describe, expect, it } from 'vitest';
import type { GatewayFailure } from '../../electron/main/gateway/gateway.ts';
import type { Result } from '../../electron/main/domain/result.ts';
import { openLab, type BurstLab } from '../support/burst-lab.ts';
import {
  startH1Server,
  startH2Server,
  type H1Server,
  type H2Server,
} from '../support/burst-servers.ts';
import {
  answer,
  callNames,
  expectNoCanary,
  labGateway,
  makeCall,
  tokenJson,
} from '../support/gateway-lab.ts';
import { openServerLab } from '../support/server-lab.ts';
import { figureHolds } from './support/figures.ts';

const codes = [300, 301, 302, 303, 304, 305, 307, 308] as const;

const { server: redirecting, target, certificates, another } = await openServerLab();
/** Vouched for by the same authority, so that only our refusal keeps a call away from it. */
const elsewhere = await another();
beforeEach(() => elsewhere.answerWith(answer(200, tokenJson())));

/** Location, and what the failure must name of it. */
type Kind = readonly [location: string, about: string | null];

function kindsFrom(url: string): readonly Kind[] {
  const [host, other] = [new URL(url).host, new URL(elsewhere.url).host];
  return [
    [`${url}/elsewhere`, host],
    ['/elsewhere', host],
    [`${elsewhere.url}/take`, other],
    [`//${other}/take`, other],
    [`http://${other}/`, other],
    [`${url}/trade/api/v1/get_who_am_i`, host],
    ['file:///etc/passwd', 'file:'],
    ['https://[', null],
  ];
}

/** Answers every redirect at this address by `ask`, checks each result, and writes the figure. */
async function expectAllRefused(
  what: string,
  url: string,
  ask: (code: number, location: string) => Promise<Result<unknown, GatewayFailure>>,
): Promise<void> {
  elsewhere.reset();
  const followed: string[] = [];
  const kinds = kindsFrom(url);
  for (const code of codes) {
    for (const [location, about] of kinds) {
      const result = await ask(code, location);
      expectNoCanary(result);
      const refused = !result.ok && result.failure.code === 'redirect_refused';
      // These point nowhere, whatever their Location says (case 47).
      const named = [304, 305].includes(code) ? null : about;
      if (!refused || result.failure.about !== named || result.failure.facts.status !== code) {
        followed.push(`${code} to ${location}`);
      }
    }
  }
  expect([followed, elsewhere.connections()]).toEqual([[], 0]);
  figureHolds('R15', `redirects answered to ${what}`, codes.length * kinds.length);
}

describe('a redirect, whatever its code and target', () => {
  it.each(callNames)('case 45, 46: %s is refused, and names the host of Location', async (name) => {
    const gateway = labGateway();
    await expectAllRefused(name, redirecting.url, async (code, location) => {
      redirecting.reset();
      const fields = [`Location: ${location}`, 'Set-Cookie: a=b'];
      redirecting.answerWith(answer(code, code === 304 ? '' : tokenJson(), fields));
      const result = await makeCall(gateway, name, target);
      expect([redirecting.connections(), redirecting.requests.length]).toEqual([1, 1]);
      return result;
    });
  });

  it.each(['HTTP/1.1', 'HTTP/2'] as const)(
    'case 45, 46: a revocation over a kept %s connection is refused as well',
    async (protocol) => {
      const server =
        protocol === 'HTTP/2'
          ? await startH2Server(certificates.good)
          : await startH1Server(certificates.good);
      const lab: BurstLab = openLab(server.url, certificates.authority);
      let asked = 0;
      await expectAllRefused(`revocation over ${protocol}`, server.url, async (code, location) => {
        redirect(server, code, location);
        asked += 1;
        return await lab.revoke(asked);
      });
      expect(server.tokens).toHaveLength(asked);
      lab.connections.close();
      await server.stop();
    },
  );
});

function redirect(server: H1Server | H2Server, code: number, location: string): void {
  if ('mostStreams' in server) {
    server.answerWith(({ stream }) =>
      stream.respond({ ':status': code, location }, { endStream: true }),
    );
    return;
  }
  server.answerWith(
    ({ socket }) =>
      void socket.write(`HTTP/1.1 ${code} x\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`),
  );
}
