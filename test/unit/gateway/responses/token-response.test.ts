// An answer that says a thing twice. Of two lifetimes the longer is kept as it was written. Of more tokens than anybody
// asked for the first are kept, in quarantine, and what else stands in it is not shown: it may repeat one that is not kept.
import { describe, expect, it } from 'vitest';
import { namedLifetimeMs } from '../../../../electron/main/domain/expiry.ts';
import { SecretBytes } from '../../../../electron/main/domain/secret-bytes.ts';
import { readTokenResponse } from '../../../../electron/main/gateway/responses/token-response.ts';

const answerWith = (tokens: number): string => {
  const members = Array.from({ length: tokens }, (_, at) => `"access_token":"token-text-${at}"`);
  return `{${members.join(',')},"token_type":"Bearer","expires_in":60,"scope":"token-text-${tokens - 1}"}`;
};

function read(body: string) {
  const reading = readTokenResponse({
    status: 200,
    mediaType: 'application/json',
    body: Buffer.from(body),
    accessType: 'partner',
    asked: [],
    secrets: [SecretBytes.take(Buffer.from('client-secret-1'))],
  });
  return reading.kind === 'tokens' ? reading.tokens : [];
}

describe('an answer with two lifetimes (case 26)', () => {
  const YEAR_MS = 31_536_000_000;
  it.each([
    ['31536000', '1', '31536000'],
    ['1', '31536000', '31536000'],
    ['"31536000"', '1', '"31536000"'],
    ['31536000', '"x"', '31536000'],
    ['"x"', '31536000', '31536000'],
    ['31536000', '[1]', '31536000'],
    ['31536000', '0', '31536000'],
  ])('of %s and %s names the longer, which is too long to be relied on', (first, last, raw) => {
    const [token] = read(
      `{"access_token":"x-1","token_type":"Bearer","expires_in":${first},"expires_in":${last}}`,
    );
    expect(token).toMatchObject({ lifetimeSeconds: null, expiresInRaw: raw });
    expect(token && namedLifetimeMs(token)).toBe(YEAR_MS);
  });
});

describe('an answer with many tokens', () => {
  it('has its first sixteen kept, each in quarantine, and the others noted', () => {
    const tokens = read(answerWith(40));
    expect(tokens).toHaveLength(16);
    expect(tokens.filter(({ quarantine }) => quarantine !== 'ambiguous_response')).toEqual([]);
    expect(tokens[0]?.anomalies).toContain('unrequested_token_discarded');
  });

  it('shows nothing that may repeat a token that is not kept', () => {
    const [first] = read(answerWith(40));
    expect([first?.grantedScopes, first?.expiresInRaw]).toEqual([null, null]);
  });

  it('is read in full up to sixteen', () => {
    const tokens = read(answerWith(16));
    expect(tokens).toHaveLength(16);
    expect(tokens[0]?.anomalies).not.toContain('unrequested_token_discarded');
  });
});
