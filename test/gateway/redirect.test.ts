// S10 and group D of docs/oauth-cases.md: no redirect is followed, whatever its disguise. The matrix of codes and
// targets (R15) is in test/reliability/gateway-redirects.test.ts.
import { beforeEach, describe, expect, it } from 'vitest';
import { failureSentence } from '../../electron/shared/failures/failure-words.ts';
import {
  answer,
  callNames,
  expectNoCanary,
  labGateway,
  makeCall,
  SECRET,
  tokenJson,
} from '../support/gateway-lab.ts';
import type { RawTlsServer } from '../support/raw-tls-server.ts';
import { openServerLab } from '../support/server-lab.ts';

const gateway = labGateway();
const { server, target, another } = await openServerLab();
/** Same authority, so that only our refusal keeps a call away from it. */
const other = await another();
beforeEach(() => other.answerWith(answer(200, tokenJson())));

const hostOf = (each: RawTlsServer): string => each.url.replace('https://', '');
const codes = [300, 301, 302, 303, 304, 305, 307, 308] as const;

describe('a redirect', () => {
  it.each(callNames)(
    'S10: %s is not followed to another host, to http or to a file',
    async (name) => {
      const places = [`${other.url}/`, other.url.replace('https', 'http'), 'file:///etc/passwd'];
      for (const code of [301, 302, 307, 308]) {
        for (const place of places) {
          server.answerWith(answer(code, tokenJson(), [`Location: ${place}`]));
          const result = await makeCall(gateway, name, target);
          expect(result).toMatchObject({ failure: { code: 'redirect_refused' } });
          expectNoCanary(result);
        }
      }
      expect([other.connections(), other.receivedBytes()]).toEqual([0, 0]);
    },
  );

  it.each(callNames)('case 47: %s refuses a 3xx without Location', async (name) => {
    for (const code of [...codes, 306, 399]) {
      server.answerWith(answer(code));
      expect(await makeCall(gateway, name, target)).toMatchObject({
        failure: { code: 'redirect_refused', about: null, possiblyDone: false },
      });
    }
    expect(other.connections()).toBe(0);
  });

  it.each([304, 305, 306])(
    'case 47: %i points nowhere, whatever its Location says',
    async (code) => {
      server.answerWith(answer(code, '', ['Location: https://elsewhere.invalid/']));
      const result = await makeCall(gateway, 'trader token', target);
      expect(result).toMatchObject({ failure: { code: 'redirect_refused', about: null } });
      const words = failureSentence({ code: 'redirect_refused', facts: { status: code } });
      expect(words).toContain('neither a result nor an address');
      expect(words).not.toContain('pointed to');
    },
  );

  it('case 47: a Location that repeats the secret is masked', async () => {
    const secret = encodeURIComponent(SECRET);
    server.answerWith(answer(302, '', [`Location: https://${secret}.example/?s=${secret}`]));
    expectNoCanary(await makeCall(gateway, 'trader token', target));
  });

  it.each(callNames)(
    'case 48: %s ignores Refresh, meta refresh, Alt-Svc and Link',
    async (name) => {
      const body = `<meta http-equiv="refresh" content="0;url=${other.url}">`;
      const fields = [
        `Refresh: 0; url=${other.url}`,
        `Alt-Svc: h2="${hostOf(other)}"; ma=86400`,
        `Link: <${other.url}>; rel=preload`,
        `Location: ${other.url}`,
        `Content-Location: ${other.url}`,
      ];
      for (const [status, text] of [
        [200, tokenJson()],
        [200, body],
        [201, tokenJson()],
        [400, body],
      ] as const) {
        server.answerWith(answer(status, text, fields));
        await makeCall(gateway, name, target);
      }
      expect(server.connections()).toBe(4);
      expect(other.connections()).toBe(0);
    },
  );

  it.each(callNames)('case 49: %s refuses a 307 after a 401 or 407', async (name) => {
    for (const first of [401, 407]) {
      server.answerWith(answer(first, '', ['WWW-Authenticate: Basic realm="x"']));
      await makeCall(gateway, name, target);
      server.answerWith(answer(307, '', [`Location: ${other.url}`]));
      expect(await makeCall(gateway, name, target)).toMatchObject({
        failure: { code: 'redirect_refused' },
      });
    }
    expect(server.connections()).toBe(4);
    expect(other.connections()).toBe(0);
  });
});
