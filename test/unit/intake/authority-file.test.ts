// The authority a person picks from a file: one that can be compared, and no other with it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fail } from '../../../electron/main/domain/result.ts';
import { createAuthorityFiles } from '../../../electron/main/intake/authority-file.ts';
import { createTestCertificates } from '../../support/test-certificates.ts';

let directory = '';
let authority = '';
let other = '';
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'strongroom-authority-'));
  const certificates = await createTestCertificates();
  authority = certificates.authority;
  other = certificates.ofExpiredAuthority.authority;
});
afterAll(() => rm(directory, { recursive: true }));

async function read(...pems: readonly string[]) {
  const file = path.join(directory, 'authority.pem');
  await writeFile(file, pems.join('\n'));
  return await createAuthorityFiles(() => 'handle-1').read(file);
}

it('is told by what it can be compared by', async () => {
  expect(await read('# lab\r\n', authority)).toMatchObject({
    ok: true,
    value: { handle: 'handle-1', fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}/) },
  });
});

it('does not come with others, which would be trusted unseen', async () => {
  expect(await read(authority, other)).toEqual(
    fail({ code: 'authority_invalid', facts: { count: 2 } }),
  );
});
