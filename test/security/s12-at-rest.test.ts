// S12: nothing lies open on disk. The whole profile of a running app is searched after every journey;
// here the vault's folder, temporary files and backups included, after many saves.
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { patternsOf } from '../support/leakscan/patterns.ts';
import { searchFolder } from '../support/leakscan/search.ts';
import { contents, secret, temporaryStore, valueOf } from '../unit/vault/vault-samples.ts';

describe('the files of a vault', () => {
  it('hold no secret, token, passphrase, label or client id in any form', async () => {
    using store = temporaryStore();
    const canary = (): string => randomBytes(18).toString('base64url');
    const [passphrase, label, clientId, ...secrets] = Array.from({ length: 8 }, canary);
    const vault = valueOf(await store.create(secret(passphrase ?? ''), contents(3)));
    for (const [index, text] of secrets.entries()) {
      const field = index % 2 === 0 ? 'client_secret' : 'access_token';
      const name = {
        id: field === 'client_secret' ? `credential-${index % 3}` : `token-${index % 3}`,
        field,
      };
      valueOf(
        await vault.change({
          contents: (now) => ({
            ...now,
            credentials: now.credentials.map((each) =>
              each.id === 'credential-0'
                ? { ...each, label: label ?? '', clientId: clientId ?? '' }
                : each,
            ),
          }),
          seal: [{ name: name as never, secret: secret(text) }],
        }),
      );
    }
    await vault.lock();
    const known = [passphrase ?? '', label ?? '', clientId ?? '', ...secrets];
    const patterns = known.flatMap((text, index) => patternsOf(`canary ${index}`, text));
    const { findings, files } = await searchFolder(store.directory, patterns);
    expect(findings).toEqual([]);
    expect(files).toBeGreaterThan(1);
  });

  it('are none where it was opened without saving', async () => {
    using store = temporaryStore();
    const vault = valueOf(await store.openInMemory(contents(3)));
    const seal = [
      { name: { id: 'credential-0', field: 'client_secret' } as const, secret: secret('a secret') },
    ];
    valueOf(await vault.change({ contents: (now) => ({ ...now, favourites: [] }), seal }));
    await vault.lock();
    expect((await searchFolder(store.directory, [])).files).toBe(0);
  });
});
