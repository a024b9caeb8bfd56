// Adding, editing and deleting credentials.
import { gone } from '../../../electron/shared/failures/failure.ts';
import { describe, expect, it } from 'vitest';
import type { EnvironmentId } from '../../../electron/main/domain/ids.ts';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import {
  addCredential,
  changeCredential,
  obstacleToAdding,
  removeCredential,
  replaceSecret,
  type NewCredential,
} from '../../../electron/main/credentials/credentials.ts';
import { settle } from '../../support/fake-clock.ts';
import { newCredential } from '../../support/new-credential.ts';
import { createTestSession, TRADER } from '../../support/test-session.ts';

const asked = (changes: Partial<NewCredential> = {}): NewCredential => ({
  ...newCredential,
  environmentId: 'env-1' as EnvironmentId,
  ...changes,
});

const secretOf = (text: string): SecretBytes => SecretBytes.take(Buffer.from(text));

describe('a new credential', () => {
  it('keeps its secret sealed and leaves none behind', async () => {
    const { session } = await createTestSession();
    const secret = secretOf('s3cret');
    const added = await addCredential(session, asked(), secret);
    if (!added.ok) throw new Error(added.failure.code);
    const opened = session.vault.openRecord({ id: added.value, field: 'client_secret' });
    expect(opened.ok && opened.value.use((bytes) => bytes.toString())).toBe('s3cret');
    expect(secret.wiped).toBe(true);
  });

  it('with a label already used in its environment is refused', async () => {
    const { session } = await createTestSession();
    expect(obstacleToAdding(session, asked({ label: 'TRADER-1' }))).toEqual({
      code: 'name_taken',
      facts: { about: 'TRADER-1' },
    });
  });

  it('of an unknown environment is refused and its secret wiped', async () => {
    const { session } = await createTestSession();
    const secret = secretOf('s3cret');
    const environmentId = 'nowhere' as EnvironmentId;
    expect(await addCredential(session, asked({ environmentId }), secret)).toEqual(
      fail(gone('environment')),
    );
    expect(secret.wiped).toBe(true);
  });

  it('of a Trader needs a registered scope', async () => {
    const { session } = await createTestSession();
    expect(obstacleToAdding(session, asked({ registeredScopes: [] }))).toEqual({
      code: 'scope_not_registered',
    });
  });

  it('of a Partner keeps its permission and no scope', async () => {
    const { session } = await createTestSession();
    const partner = asked({ accessType: 'partner', permission: 'write' });
    await addCredential(session, partner, secretOf('s'));
    expect(session.vault.contents().credentials.at(-1)).toMatchObject({
      registeredScopes: [],
      permission: 'write',
    });
  });

  it('is not there when the disk refuses it', async () => {
    const { session, vault } = await createTestSession();
    vault.failWith({ code: 'disk_full' });
    expect(await addCredential(session, asked(), secretOf('s'))).toEqual(
      fail({ code: 'disk_full' }),
    );
    expect(session.vault.contents().credentials).toHaveLength(2);
  });
});

describe('a known credential', () => {
  it('keeps its access type and environment when edited', async () => {
    const { session, credential } = await createTestSession();
    await changeCredential(session, TRADER, asked({ label: 'New label', permission: 'write' }));
    expect(credential()).toMatchObject({
      label: 'New label',
      accessType: 'trader',
      permission: null,
    });
  });

  it('forgets its refusals with its old secret', async () => {
    const { session, credential, requests, gateway } = await createTestSession();
    gateway.refuseTokens({ code: 'invalid_client' }, { status: 401 });
    await requests.request(TRADER, ['TRADER_READ']);
    const before = credential();
    expect(before).toMatchObject({
      refusalsInARow: 1,
      lastFailure: { failure: { code: 'invalid_client' } },
    });
    await replaceSecret(session, TRADER, secretOf('another'));
    expect(credential()).toMatchObject({ refusalsInARow: 0, lastFailure: null });
    expect(credential().secretFingerprint).not.toBe(before.secretFingerprint);
  });
});

describe('deleting a credential', () => {
  it('with nothing alive removes it with its secret at once', async () => {
    const { session } = await createTestSession();
    await removeCredential(session, TRADER);
    expect(session.vault.contents().credentials.map(({ id }) => id)).not.toContain(TRADER);
    expect(session.vault.hasRecord({ id: TRADER, field: 'client_secret' })).toBe(false);
  });

  it('waits for its live tokens to be proven dead', async () => {
    const test = await createTestSession();
    await test.requests.request(TRADER, ['TRADER_TRADE']);
    const { id } = test.token();
    test.gateway.onProbe(() => ok(test.gateway.probed(401)));
    await test.revocations.revoke(id);
    await removeCredential(test.session, TRADER);
    expect(test.credential()).toMatchObject({ removeWhenDead: true });
    await test.clock.advance(6 * 60_000);
    expect(test.vault.contents().credentials.map((each) => each.id)).not.toContain(TRADER);
    expect(test.vault.hasRecord({ id, field: 'access_token' })).toBe(false);
  });
});

describe('a credential deleted in the moment in which a token is asked for', () => {
  it('waits for that token where its row was saved first', async () => {
    const session = await createTestSession();
    const asking = session.requests.request(TRADER, ['TRADER_TRADE']);
    while (session.vault.contents().tokens.length === 0) await Promise.resolve();
    const [removed] = await Promise.all([removeCredential(session.session, TRADER), asking]);
    await settle();
    expect(removed).toEqual(ok());
    expect(session.credential().removeWhenDead).toBe(true);
    expect(session.session.texts.hasText(session.token().id)).toBe(true);
    expect(session.state()).toBe('propagating');
  });

  it('gets none where it was gone first', async () => {
    const session = await createTestSession();
    const removing = removeCredential(session.session, TRADER);
    const asked = session.requests.request(TRADER, ['TRADER_TRADE']);
    expect(await removing).toEqual(ok());
    expect(await asked).toEqual(fail(gone('key')));
    expect([session.gateway.calls, session.vault.contents().tokens]).toEqual([[], []]);
  });
});
