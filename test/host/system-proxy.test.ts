// What the stand-in says for the system's proxy.
import { describe, expect, it } from 'vitest';
import { systemProxyFor } from './system-proxy.ts';

describe('the proxy of the stand-in’s system', () => {
  for (const [env, address, answer] of [
    [{}, 'https://a.example/', 'DIRECT'],
    [{ https_proxy: 'http://p.example:3128' }, 'https://a.example/', 'PROXY p.example:3128'],
    [{ HTTPS_PROXY: 'p.example:3128/' }, 'https://a.example/', 'PROXY p.example:3128'],
    [{ http_proxy: 'http://p.example:1' }, 'https://a.example/', 'DIRECT'],
    [{ all_proxy: 'socks5://p.example:1080' }, 'https://a.example/', 'SOCKS5 p.example:1080'],
    [{ all_proxy: 'p:1', no_proxy: 'b.test, .example' }, 'https://a.example/', 'DIRECT'],
    [{ all_proxy: 'p:1', no_proxy: 'b.test' }, 'https://c.b.test/', 'DIRECT'],
    [{ all_proxy: 'p:1', no_proxy: 'b.test' }, 'https://ab.test/', 'PROXY p:1'],
    [{ all_proxy: 'p:1' }, 'https://127.0.0.1:9/', 'DIRECT'],
    [{ all_proxy: 'p:1' }, 'https://localhost/', 'DIRECT'],
  ] as const) {
    it(`is ${answer} for ${address} with ${JSON.stringify(env)}`, () => {
      expect(systemProxyFor(address, env)).toBe(answer);
    });
  }
});
