// S15: what a secret leaves behind. In the page and the entry window: security-processes.journey.ts; in
// the main process after lock: test/reliability/memory. Here the parts those stand on.
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import { sourceFiles } from '../support/source-files.ts';

describe('a secret in main', () => {
  it('takes its source over, shows itself to nobody and is zero when wiped', () => {
    const source = Buffer.from('canary-5d81');
    const secret = SecretBytes.take(source);
    expect(source.every((byte) => byte === 0)).toBe(true);
    const seen = [
      String(secret),
      JSON.stringify({ secret }),
      inspect(secret, { depth: 9, showHidden: true }),
    ];
    expect(seen.join('')).not.toContain('canary');
    let inner: Buffer = Buffer.alloc(0);
    secret.use((bytes) => (inner = bytes));
    secret.wipe();
    expect(inner.every((byte) => byte === 0)).toBe(true);
    expect(() => secret.use(() => 0)).toThrow('wiped');
  });

  it('lies in memory of its own, which garbage collection does not move', () => {
    const secret = SecretBytes.take(Buffer.from('x'));
    expect(secret.use((bytes) => bytes.buffer.byteLength)).toBe(1);
  });
});

describe('the window', () => {
  it('handles no secret: none of its files but the entry page has one', () => {
    const handling = sourceFiles('renderer').filter(
      ({ name, text }) =>
        !name.startsWith('renderer/secret-entry/') && /type="password"|type='password'/.test(text),
    );
    expect(handling.map(({ name }) => name)).toEqual([]);
  });
});
