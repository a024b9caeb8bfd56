// Case 37: every form in which a server may repeat what was sent is hidden, and nothing else.
import { describe, expect, it } from 'vitest';
import { SecretBytes } from '../../../../electron/main/domain/secret-bytes.ts';
import { maskOf } from '../../../../electron/main/gateway/redaction/redaction.ts';
import { formsOf } from '../../../support/gateway-lab.ts';

const secretOf = (text: string): SecretBytes => SecretBytes.take(Buffer.from(text));
const masked = (text: string, ...secrets: readonly string[]): string =>
  maskOf(secrets.map(secretOf))(text);

describe('the mask of a secret', () => {
  it.each(formsOf('K7w2!&=+%/"\\ \u00e9x'))('hides it as %s', (form) => {
    expect(masked(`before ${form} after`, 'K7w2!&=+%/"\\ \u00e9x')).not.toContain(form);
  });

  it('hides percent-encoding with small digits, and escaped slashes', () => {
    expect(masked('a%2fb+c', 'a/b c')).toBe('[masked]');
    expect(masked('a\\/b', 'a/b')).toBe('[masked]');
  });

  it('hides a short secret beside a long one', () => {
    expect(masked('s3cr', 'abcdefghijklmnop', 's3cr')).toBe('[masked]');
  });

  it('leaves other words as they are, and needs no secret that is wiped already', () => {
    expect(masked('an innocent text', 's3cretly9')).toBe('an innocent text');
    const gone = secretOf('s3cretly9');
    gone.wipe();
    expect(maskOf([gone])('s3cretly9')).toBe('s3cretly9');
  });
});
