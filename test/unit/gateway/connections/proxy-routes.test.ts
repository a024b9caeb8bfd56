// Routes: what a setting and the system's answer mean, and what the system is told.
import { describe, expect, it } from 'vitest';
import {
  readSystemAnswer,
  routesTo,
} from '../../../../electron/main/gateway/connections/proxy-routes.ts';

const url = new URL('https://gateway.example:8443/prefix/auth/oauth2/token');
const never = (): Promise<string> => Promise.reject(new Error('asked'));
const proxy = (host: string, port: number) => ({
  kind: 'proxy',
  host,
  port,
  chosenBy: 'system',
  userName: null,
});
const direct = { kind: 'direct', because: 'system' };

describe('routes', () => {
  it('go straight where nothing is set, and ask nobody', async () => {
    const straight = { ok: true, value: [{ kind: 'direct', because: 'setting' }] };
    expect(await routesTo(url, undefined, never)).toEqual(straight);
    expect(await routesTo(url, { mode: 'none' }, never)).toEqual(straight);
  });

  it('go through the proxy a person named, for this machine too', async () => {
    const setting = { mode: 'manual', host: 'p.example', port: 3128, userName: 'desk' } as const;
    const through = { ...proxy('p.example', 3128), chosenBy: 'person', userName: 'desk' };
    for (const to of [url, new URL('https://localhost:1/x')]) {
      expect(await routesTo(to, setting, never)).toEqual({ ok: true, value: [through] });
    }
  });

  it('tell the system scheme, host and port, and no path', async () => {
    const asked: string[] = [];
    await routesTo(url, { mode: 'system' }, async (origin) => {
      asked.push(origin);
      return 'DIRECT';
    });
    expect(asked).toEqual(['https://gateway.example:8443/']);
  });

  for (const host of ['localhost', 'a.localhost', '127.0.0.1', '127.9.9.9', '[::1]']) {
    it(`never ask the system about ${host}, which is this machine`, async () => {
      expect(await routesTo(new URL(`https://${host}:9/`), { mode: 'system' }, never)).toEqual({
        ok: true,
        value: [{ kind: 'direct', because: 'loopback' }],
      });
    });
  }

  it('are unknown where the system cannot say', async () => {
    expect(await routesTo(url, { mode: 'system' }, never)).toMatchObject({
      failure: { code: 'proxy_unknown' },
    });
  });

  for (const [answer, routes] of [
    ['DIRECT', [direct]],
    ['', [direct]],
    [' direct ; ', [direct]],
    ['PROXY a.example:3128', [proxy('a.example', 3128)]],
    ['PROXY a.example', [proxy('a.example', 80)]],
    ['proxy A.Example:1; DIRECT', [proxy('a.example', 1), direct]],
    ['PROXY [::1]:3128;PROXY 10.0.0.1:8080', [proxy('::1', 3128), proxy('10.0.0.1', 8080)]],
    ['SOCKS s:1080; PROXY b:2', [proxy('b', 2)]],
    ['SOCKS5 s:1081; PROXY b:2', [{ ...proxy('s', 1081), protocol: 'socks5' }, proxy('b', 2)]],
    ['SOCKS5 s', [{ ...proxy('s', 1080), protocol: 'socks5' }]],
    ['PROXY b:0; PROXY b:65536; PROXY us:er@b:1; PROXY b:1 x; DIRECT', [direct]],
  ] as const) {
    it(`read ${JSON.stringify(answer)}`, () => {
      expect(readSystemAnswer(answer)).toEqual({ ok: true, value: routes });
    });
  }

  it('name the kinds of proxy that are not spoken', () => {
    expect(readSystemAnswer('SOCKS a:1; HTTPS b:443; SOCKS c:1')).toEqual({
      ok: false,
      failure: { code: 'proxy_unknown', about: 'SOCKS, HTTPS' },
    });
  });

  for (const answer of ['nonsense', 'PROXY', `PROXY ${'a'.repeat(5000)}:1`, 'PROXY http://a:1']) {
    it(`are unknown for ${JSON.stringify(answer.slice(0, 20))}`, () => {
      expect(readSystemAnswer(answer).ok).toBe(false);
    });
  }

  it('are at most eight', () => {
    const many = Array.from({ length: 20 }, (_, index) => `PROXY p${index}:1`).join(';');
    const read = readSystemAnswer(many);
    expect(read.ok && read.value.length).toBe(8);
  });
});
