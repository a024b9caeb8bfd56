// The search before evidence is written, beside the mask that covers answers: whatever the mask would
// cover is found, and nothing else is.
import fc from '../../support/seeded-fast-check.ts';
import { describe, expect, it } from 'vitest';
import { scanForSecrets } from '../../../electron/main/diagnosis/evidence-scan.ts';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import { coverEchoes } from '../../../electron/main/gateway/echo-mask.ts';
import { createTestRoom, TRADER } from '../../support/test-room.ts';

const SECRET = `secret-of-${TRADER}`;

const percent = (text: string): string =>
  Buffer.from(text).toString('hex').replaceAll(/../g, '%$&');
const escapes: readonly ((text: string) => string)[] = [
  (text) => text,
  percent,
  (text) => percent(percent(text)),
  (text) => Buffer.from(text).toString('hex'),
  (text) => Buffer.from(text).toString('hex').toUpperCase(),
  (text) => Buffer.from(`x${text}y`).toString('base64'),
  (text) => Buffer.from(`xy${text}`).toString('base64url'),
  (text) =>
    `"${Buffer.from(text)
      .toString('hex')
      .replaceAll(/../g, String.raw`\u00$&`)}"`,
  (text) => JSON.stringify(`\n${text}`),
  (text) => text.split('').join('.'),
];

describe('the search before evidence is written', () => {
  it('finds what the mask of answers would cover, and no more', async () => {
    const { room, texts } = await createTestRoom();
    const quoted = fc.asyncProperty(
      fc.string({ maxLength: 30 }),
      fc.nat(SECRET.length),
      fc.nat(SECRET.length),
      fc.constantFrom(...escapes),
      async (around, from, to, escape) => {
        // Entities are the scan's alone: the mask reads answers, not pages.
        const page = `${around}${escape(SECRET.slice(from, to))}${around}`.replaceAll('&', '+');
        const secret = SecretBytes.take(Buffer.from(SECRET));
        const isCovered = coverEchoes(Buffer.from(page), [secret]);
        const found = await scanForSecrets(room, texts, [page]);
        expect(found.ok).toBe(!isCovered);
      },
    );
    await fc.assert(quoted, { numRuns: 500 });
  });

  it('looks at every page', async () => {
    const { room, texts } = await createTestRoom();
    expect(await scanForSecrets(room, texts, ['a page', `another, ${SECRET}`])).toMatchObject({
      failure: { code: 'evidence_not_clean' },
    });
  });
});
