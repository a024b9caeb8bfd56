// How host names look to a person: foreign letters, mixed scripts, look-alikes.
import { describe, expect, it } from 'vitest';
import { lookAlike, looksOf } from '../../../electron/main/domain/host-looks.ts';

const punycode = (name: string): string => new URL(`https://${name}`).host;

describe('how a host looks', () => {
  it.each(['api.example.com', 'localhost', '127.0.0.1:8443', '[::1]:443'])(
    'finds nothing in %s',
    (host) => {
      expect(looksOf(host)).toMatchObject({ unicode: null, scripts: [], mixed: false });
    },
  );

  it('names a foreign script without calling it mixed', () => {
    expect(looksOf(punycode('пример.com'))).toMatchObject({
      unicode: 'пример.com',
      scripts: ['Latin', 'Cyrillic'],
      mixed: false,
    });
  });

  it('calls a label with two scripts mixed', () => {
    expect(looksOf(punycode('exаmple.com'))).toMatchObject({ mixed: true });
  });

  it.each(['bücher.example', '例え.jp', 'tokyo東京.jp'])('leaves %s as it is', (name) => {
    expect(looksOf(punycode(name)).mixed).toBe(false);
  });
});

describe('two hosts', () => {
  it.each([
    ['api.example.com', 'trade.exarnple.com'],
    ['api.example.com', `api.${punycode('exаmple.com')}`],
    ['api.bank1.com', 'api.bankl.com'],
    ['api.shop.co.uk', 'api.sh0p.co.uk'],
  ])('%s and %s look alike', (one, other) => {
    expect(lookAlike(one, other)).toBe(true);
  });

  it.each([
    ['api.example.com', 'trade.example.com'],
    ['api.example.com', 'api.example.org'],
    ['localhost:1', 'localhost:2'],
    ['127.0.0.1:1', '127.0.0.1:2'],
    ['api.shop.co.uk', 'api.other.co.uk'],
  ])('%s and %s do not', (one, other) => {
    expect(lookAlike(one, other)).toBe(false);
  });
});
