// What an issuer is, where its metadata lies, and that two of them are the same only to the last sign.
import { describe, expect, it } from 'vitest';
import { checkIssuer, issuerDifference } from '../../../electron/main/domain/issuer.ts';

const urlOf = (text: string): string | null => {
  const issuer = checkIssuer(text);
  return issuer.ok ? issuer.value.metadataUrl : null;
};

describe('the address of metadata', () => {
  // RFC 8414 section 3.1: the well-known path stands before the path of the issuer.
  it.each([
    ['https://as.example', 'https://as.example/.well-known/oauth-authorization-server'],
    ['https://as.example/', 'https://as.example/.well-known/oauth-authorization-server'],
    ['https://as.example:8443', 'https://as.example:8443/.well-known/oauth-authorization-server'],
    ['https://as.example/t1', 'https://as.example/.well-known/oauth-authorization-server/t1'],
    ['https://as.example/t1/', 'https://as.example/.well-known/oauth-authorization-server/t1'],
    ['https://as.example/a/B', 'https://as.example/.well-known/oauth-authorization-server/a/B'],
  ])('of %s', (text, url) => {
    expect(urlOf(text)).toBe(url);
  });

  it.each([
    '',
    'as.example',
    'http://as.example',
    'https://as.example?x=1',
    'https://as.example/#x',
    'https://user@as.example',
    'https://as.example/a/../b',
    'https://as.example/a b',
    'https://as.example/ä',
    'https://as.example\\a',
  ])('is none for %j', (text) => {
    expect(urlOf(text)).toBeNull();
  });

  it('keeps the issuer as it was typed', () => {
    const issuer = checkIssuer('https://AS.example:443/T1/');
    expect(issuer).toMatchObject({
      value: { text: 'https://AS.example:443/T1/', origin: 'https://as.example' },
    });
  });
});

describe('two issuers', () => {
  it('are the same code point by code point', () => {
    expect(issuerDifference('https://as.example/t1', 'https://as.example/t1')).toBeNull();
  });

  it.each([
    ['https://as.example', 'https://as.example/', 'slash'],
    ['https://as.example/t1/', 'https://as.example/t1', 'slash'],
    ['https://as.example/t1', 'https://as.example/T1', 'capitals'],
    ['https://as.example', 'https://as.example:8443', 'port'],
    ['https://as.example', 'https://as.example:443', 'writing'],
    ['https://as.example/t1', 'https://as.example/t2', 'path'],
    ['https://as.example', 'https://at.example', 'host'],
    ['https://as.example', 'http://as.example', 'scheme'],
    ['https://as.example', 'nothing of the kind', 'writing'],
  ])('differ: %s and %s', (asked, named, difference) => {
    expect(issuerDifference(asked, named)).toBe(difference);
  });
});
