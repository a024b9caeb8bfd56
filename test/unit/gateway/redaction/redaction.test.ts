// Case 37 where there is hardly room for an echo: a text is looked at as soon as the shortest form fits.
import { describe, expect, it } from 'vitest';
import { SecretBytes } from '../../../../electron/main/domain/secret-bytes.ts';
import { redactSecrets } from '../../../../electron/main/gateway/redaction/redaction.ts';

const secretOf = (text: string): SecretBytes => SecretBytes.take(Buffer.from(text));
const masked = (text: string, ...secrets: readonly string[]): string =>
  redactSecrets(Buffer.from(text), secrets.map(secretOf)).toString();

describe('a text as short as an echo', () => {
  it.each(['s3cr', 's3cret', 's3cretly9', 'abcdefghij'])('hides %s alone', (secret) => {
    expect(masked(secret, secret)).toBe('[masked]');
  });

  it('hides the shortest part of a long secret', () => {
    expect(masked('abcdefghij', 'abcdefghijklmnop')).toBe('[masked]');
  });

  it('hides the base64 of a secret of four bytes', () => {
    expect(masked('czNjcg', 's3cr')).toContain('[masked]');
  });

  it('hides a short secret beside a long one', () => {
    expect(masked('s3cr', 'abcdefghijklmnop', 's3cr')).toBe('[masked]');
  });
});
