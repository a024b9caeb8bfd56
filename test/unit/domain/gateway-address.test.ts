// Case 9 of docs/oauth-cases.md: which addresses are taken, in which form, and why the others are not.
import { describe, expect, it } from 'vitest';
import { checkGatewayAddress } from '../../../electron/main/domain/gateway-address.ts';

const taken: readonly (readonly [typed: string, url: string])[] = [
  ['https://api.example.com', 'https://api.example.com'],
  ['https://api.example.com/', 'https://api.example.com'],
  ['https://api.example.com//', 'https://api.example.com'],
  ['HTTPS://API.Example.COM', 'https://api.example.com'],
  ['https://api.example.com:443', 'https://api.example.com'],
  ['https://api.example.com:8443/', 'https://api.example.com:8443'],
  ['https://api.example.com/prefix', 'https://api.example.com/prefix'],
  ['https://api.example.com/Prefix/v1/', 'https://api.example.com/Prefix/v1'],
  ['https://api.example.com//a///b//', 'https://api.example.com/a/b'],
  ['https://api.example.com/a/../b/./c', 'https://api.example.com/b/c'],
  ['https://127.0.0.1:9443', 'https://127.0.0.1:9443'],
  ['https://[::1]:9443/x', 'https://[::1]:9443/x'],
  ['https://localhost:9443', 'https://localhost:9443'],
];

const refused: readonly (readonly [typed: string, reason: string])[] = [
  ['', 'empty'],
  ['   ', 'empty'],
  ['api.example.com', 'not_an_address'],
  ['localhost:8443', 'not_an_address'],
  ['https:', 'not_an_address'],
  ['https://', 'not_an_address'],
  ['https:///path', 'not_an_address'],
  ['https:api.example.com', 'not_an_address'],
  ['https:/api.example.com', 'not_an_address'],
  ['//api.example.com', 'not_an_address'],
  ['https://api.example.com:99999', 'not_an_address'],
  ['https://api..example.com', 'not_an_address'],
  ['https://api.exa^mple.com', 'not_an_address'],
  ['https://[::1', 'not_an_address'],
  ['https://1.2.3.4.5', 'not_an_address'],
  ['http://api.example.com', 'not_https'],
  ['http://localhost:8080', 'not_https'],
  ['HTTP://127.0.0.1', 'not_https'],
  ['ftp://api.example.com', 'not_https'],
  ['wss://api.example.com', 'not_https'],
  ['file:///etc/passwd', 'not_https'],
  ['javascript:alert(1)', 'not_https'],
  ['data:text/html,x', 'not_https'],
  ['https://user@api.example.com', 'has_credentials'],
  ['https://user:pw@api.example.com', 'has_credentials'],
  ['https://@api.example.com', 'has_credentials'],
  ['https://api.example.com?x=1', 'has_query'],
  ['https://api.example.com/?', 'has_query'],
  ['https://api.example.com/a?b#c', 'has_query'],
  ['https://api.example.com#', 'has_fragment'],
  ['https://api.example.com/#a?b', 'has_fragment'],
  ['https://api.example.com\\path', 'has_backslash'],
  ['https:\\\\api.example.com', 'has_backslash'],
  [' https://api.example.com', 'has_whitespace'],
  ['https://api.example.com ', 'has_whitespace'],
  ['https://api.example.com/a b', 'has_whitespace'],
  ['https://api.example.com\u00a0', 'has_whitespace'],
  ['https://api.exam\tple.com', 'has_control_characters'],
  ['https://api.example.com\n', 'has_control_characters'],
  ['https://api.example.com\u0000', 'has_control_characters'],
  ['https://api\u200b.example.com', 'has_control_characters'],
  ['https://\u202eapi.example.com', 'has_control_characters'],
  ['https://api\u00ad.example.com', 'has_control_characters'],
  [`https://api.example.com/${'a'.repeat(2048)}`, 'too_long'],
  [`https://api.example.com/${'\u00e9'.repeat(500)}`, 'too_long'],
];

describe('the address of a gateway', () => {
  it.each(taken)('case 9: %j is used as %j', (typed, url) => {
    const result = checkGatewayAddress(typed);
    expect(result).toMatchObject({ ok: true, value: { url, punycode: null } });
  });

  it.each(refused)('case 9: %j is refused: %s', (typed, reason) => {
    expect(checkGatewayAddress(typed)).toEqual({ ok: false, failure: reason });
  });

  it.each([
    // A Cyrillic a in a Latin name.
    ['https://\u0430pi.example.com', 'xn--pi-6kc.example.com'],
    ['https://b\u00fccher.example:8443/x', 'xn--bcher-kva.example'],
    ['https://xn--bcher-kva.example', 'xn--bcher-kva.example'],
    // Full-width letters, a percent-encoded letter and a short address are not what they seem.
    ['https://\uff41pi.example.com', 'api.example.com'],
    ['https://%61pi.example.com', 'api.example.com'],
    ['https://127.1', '127.0.0.1'],
    ['https://0x7f000001', '127.0.0.1'],
  ])('case 9: %j shows the host it really is: %s', (typed, punycode) => {
    const result = checkGatewayAddress(typed);
    expect(result).toMatchObject({ ok: true, value: { punycode } });
    expect(result.ok && result.value.url).toContain(`https://${punycode}`);
  });

  it('gives host and port, and takes its own result unchanged', () => {
    for (const [typed] of taken) {
      const first = checkGatewayAddress(typed);
      if (!first.ok) throw new Error(first.failure);
      expect(first.value.host).toBe(new URL(first.value.url).host);
      expect(checkGatewayAddress(first.value.url)).toEqual(first);
    }
  });
});

describe('an address in its normal form', () => {
  it('has no dot at the end of its host, which names the same host', () => {
    const checked = checkGatewayAddress('https://trade.example.:8443/api');
    expect(checked).toMatchObject({
      ok: true,
      value: { url: 'https://trade.example:8443/api', host: 'trade.example:8443' },
    });
  });

  it.each(['"', '`', '<', '>', '^', '{', '|', '}'])('holds no %s that came along', (sign) => {
    expect(checkGatewayAddress(`https://a.example/token${sign}`)).toEqual({
      ok: false,
      failure: 'has_stray_signs',
    });
  });
});
