// The authority a person picks from a file: one that can be compared, and no other with it.
import { writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { fail } from '../../../electron/main/domain/result.ts';
import { createAuthorityFiles } from '../../../electron/main/secret-input/authority-file.ts';
import { createTestCertificates } from '../../support/test-certificates.ts';
import { ownFolder } from '../../support/own-folder.ts';

const at = ownFolder();
const { authority, ofExpiredAuthority, good } = await createTestCertificates();
const other = ofExpiredAuthority.authority;
const leaf = good.cert;

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

async function read(...pems: readonly string[]) {
  return await readAt(Date.now(), ...pems);
}

async function readAt(nowMs: number, ...pems: readonly string[]) {
  const file = at('authority.pem');
  await writeFile(file, pems.join('\n'));
  return await createAuthorityFiles(
    () => 'handle-1',
    () => nowMs,
  ).read(file);
}

it('is told by what it can be compared by', async () => {
  expect(await read('# lab\r\n', authority)).toMatchObject({
    ok: true,
    value: { handle: 'handle-1', fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}/) },
  });
});

it('does not come with others, which would be trusted unseen', async () => {
  expect(await read(authority, other)).toEqual(
    fail({
      code: 'authority_invalid',
      facts: { about: 'it holds 2 certificates, and only one can be compared' },
    }),
  );
});

it('is refused where it may vouch for nobody: the certificate of a server is none', async () => {
  expect(await read(leaf)).toMatchObject({
    failure: {
      facts: { about: expect.stringMatching(/^CN=localhost may vouch for no other certificate/) },
    },
  });
});

it('is refused before it is valid, and says from when', async () => {
  const nowMs = Date.now() - 4 * DAY_MS;
  expect(await readAt(nowMs, authority)).toMatchObject({
    failure: {
      code: 'authority_invalid',
      facts: {
        about: `it begins on ${new Date(Date.now() - 3 * DAY_MS).toISOString().slice(0, 10)}`,
      },
    },
  });
});

it('is refused after it has expired', async () => {
  const about: unknown = expect.stringMatching(/^it expired on /);
  const expired = { failure: { code: 'authority_invalid', facts: { about } } };
  expect(await readAt(Date.now() + DAY_MS + HOUR_MS, authority)).toMatchObject(expired);
  expect(await read(other)).toMatchObject(expired);
});

it('has no handle where it was refused', async () => {
  const files = createAuthorityFiles(() => 'handle-1', Date.now);
  const file = at('leaf.pem');
  await writeFile(file, leaf);
  await files.read(file);
  expect(files.pemOf('handle-1')).toBeNull();
});
