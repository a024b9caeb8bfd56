// S02: the bridge between page and preload. Electron's own holes in it are closed by its version; what a
// hostile page gets out of the channels that remain is nothing secret, whatever it sends.
import fc from '../support/seeded-fast-check.ts';
import { describe, expect, it } from 'vitest';
import { callNames } from '../../electron/shared/ipc-contract.ts';
import { createContractServer } from '../support/contract-server.ts';
import { compareVersions, lockedPackages } from '../support/lock-file.ts';
import { patternsOf } from '../support/leakscan/patterns.ts';
import { findInText } from '../support/leakscan/search.ts';
import { PARTNER, TRADER } from '../support/test-session.ts';

/**
 * The release all defences were checked against. Older ones have holes in exactly the kind of bridge we
 * use, methods that answer promises (CVE-2026-70601, CVE-2026-34780). Raise it with every update.
 */
const ELECTRON_FLOOR = '45.4.1';

describe('Electron', () => {
  it(`is at least ${ELECTRON_FLOOR}`, () => {
    const found = lockedPackages().filter(({ name }) => name === 'electron');
    expect(found).toHaveLength(1);
    expect(compareVersions(found[0]?.version ?? '0.0.0', ELECTRON_FLOOR)).toBeGreaterThanOrEqual(0);
  });
});

describe('a hostile page', () => {
  it('gets no secret, token or text of either out of any channel', async () => {
    const server = await createContractServer('typed-secret-7f3a91');
    server.answerWith(0);
    await server.session.requests.request(TRADER, ['TRADER_READ']);
    await server.session.requests.request(PARTNER, []);
    const tokens = server.session.vault.contents().tokens.map(({ id }) => id);
    const texts = tokens.map((id) => {
      const opened = server.session.session.texts.openText(id);
      return opened.ok ? opened.value.use((bytes) => bytes.toString()) : '';
    });
    const secrets = [
      `secret-of-${TRADER}`,
      `secret-of-${PARTNER}`,
      ...texts,
      'typed-secret-7f3a91',
    ];
    const patterns = secrets.flatMap((text, index) => patternsOf(`canary ${index}`, text));
    const ids = fc.constantFrom<unknown>(TRADER, PARTNER, ...tokens, '__proto__', '', 7, null);
    const input = fc.oneof(
      fc.anything({ withNullPrototype: true }),
      fc.dictionary(
        fc.constantFrom(
          'tokenId',
          'credentialId',
          'scopes',
          'secretSource',
          'revokeFirst',
          'theme',
        ),
        fc.oneof(ids, fc.boolean(), fc.constant(['TRADER_READ']), fc.constant('entry')),
      ),
    );
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...callNames), input, async (name, given) => {
        const answer = await server.call(name, given);
        answered += 1;
        const seen = JSON.stringify(answer) ?? '';
        expect(findInText(name, seen, patterns)).toEqual([]);
      }),
      { numRuns: 1_500 },
    );
    const all = await Promise.all(callNames.map((name) => server.call(name)));
    all.push(await server.call('viewCurrent', { held: null }));
    expect(findInText('answers', JSON.stringify([all, server.logged]), patterns)).toEqual([]);
    expect(answered).toBe(1_500);
  });
});
