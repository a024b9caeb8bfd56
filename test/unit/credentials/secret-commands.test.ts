// A credential whose secret a command prints: when the command runs, what stays sealed, and what is asked.
import { beforeEach, describe, expect, it } from 'vitest';
import { ok } from '../../../electron/main/domain/result.ts';
import type { CredentialId } from '../../../electron/main/domain/ids.ts';
import { createContractServer, type ContractServer } from '../../support/contract-server.ts';
import { settle } from '../../support/fake-clock.ts';
import { newCredential } from '../../support/new-credential.ts';

const command = { path: '/usr/bin/pass', arguments: ['show', 'desk-a'], keepsWhileLive: true };
const facts = { ...newCredential, label: 'Fetched', clientId: 'fetched' };

let server: ContractServer;
beforeEach(async () => {
  server = await createContractServer();
  server.answerWith(0);
  const { gateway } = server.session;
  gateway.onToken(() => ok(gateway.issued()));
});

async function add(changes: object = {}): Promise<CredentialId> {
  const answer = await server.call('credentialAddFetched', {
    ...facts,
    command: { ...command, ...changes },
  });
  return (answer as { value: { credentialId: CredentialId } }).value.credentialId;
}
const get = (id: CredentialId) => server.session.requests.request(id, ['TRADER_READ']);
const isSealed = (id: CredentialId): boolean =>
  server.session.vault.hasRecord({ id, field: 'client_secret' });

describe('a secret that a command prints', () => {
  it('is shown as an exact command before anything runs, and comes from it alone', async () => {
    server.answerWith(null);
    await server.call('credentialAddFetched', { ...facts, command });
    expect(server.session.program.runs).toEqual([]);
    const [question] = server.questions;
    for (const part of [
      'Program: /usr/bin/pass',
      'Argument 1: show',
      'Argument 2: desk-a',
      'File: /real/usr/bin/pass',
      'a'.repeat(64),
      'base.test',
    ])
      expect(question?.detail).toContain(part);
  });

  it('cannot hide anything in the question', async () => {
    server.answerWith(null);
    const hiding = ['a\u202Eb', 'line\nend', 'a b', '', 'zero\u200Bwidth'];
    await server.call('credentialAddFetched', {
      ...facts,
      command: { ...command, arguments: hiding },
    });
    const detail = server.questions[0]?.detail ?? '';
    expect(detail).toContain(String.raw`a\u{202e}b`);
    expect(detail).toContain(String.raw`line\u{a}end`);
    expect(detail).toContain(String.raw`zero\u{200b}width`);
    expect(detail).toContain('Argument 3: “a b”');
    expect(detail).toContain('Argument 4: “”');
  });

  it.each([
    ['pass', ['show']],
    ['/usr/bin/pass', ['x'.repeat(500), 'x'.repeat(500), 'x'.repeat(500)]],
  ])('is refused as %s where no question could show it whole', async (path, args) => {
    const asked = { ...facts, command: { ...command, path, arguments: args } };
    const answer = await server.call('credentialAddFetched', asked);
    expect(answer).toMatchObject({
      failure: { code: 'invalid_input', facts: { about: 'command' } },
    });
    expect(server.questions).toEqual([]);
  });

  it('is not kept while no token is live, and stays sealed while one is', async () => {
    const id = await add();
    expect(isSealed(id)).toBe(false);
    expect(await get(id)).toMatchObject({ ok: true });
    expect(isSealed(id)).toBe(true);
    expect(server.session.program.given.every(({ wiped }) => wiped)).toBe(true);
  });

  it('is not needed to revoke what it issued', async () => {
    const id = await add();
    const got = await get(id);
    if (!got.ok) throw new Error(got.failure.code);
    const { program, gateway, revocations } = server.session;
    program.prints = { code: 'manager_failed' };
    const runs = program.runs.length;
    let sent = '';
    gateway.onRevoke((secret) => {
      sent = secret;
      return ok({ facts: gateway.failure({}).facts } as never);
    });
    await revocations.revoke(got.value);
    await settle();
    expect(sent).toBe('printed-secret');
    expect(program.runs).toHaveLength(runs);
  });

  it('goes once the tokens that it issued are over', async () => {
    const id = await add();
    await get(id);
    await server.session.clock.advance(3 * 3_600_000);
    server.session.wake();
    await settle();
    expect(isSealed(id)).toBe(false);
  });

  it('is never sealed where the person refused that', async () => {
    const id = await add({ keepsWhileLive: false });
    expect(server.questions[0]?.detail).toContain('cannot be revoked from here');
    expect(await get(id)).toMatchObject({ ok: true });
    await settle();
    expect(isSealed(id)).toBe(false);
  });

  it('is needed to revoke where the person refused that: without it the revocation waits, and says why', async () => {
    const id = await add({ keepsWhileLive: false });
    const got = await get(id);
    if (!got.ok) throw new Error(got.failure.code);
    const { program, gateway, revocations, session } = server.session;
    const sent: string[] = [];
    gateway.onRevoke((secret) => {
      sent.push(secret);
      return ok(gateway.revoked());
    });
    const revocation = () => session.index.token(session.vault.contents(), got.value)?.revocation;
    program.prints = { code: 'manager_failed', facts: { file: 'pass', count: 1 } };
    await revocations.revoke(got.value);
    await settle();
    expect(sent).toEqual([]);
    expect(revocation()).toMatchObject({
      acceptedAtMs: null,
      terminalFailure: null,
      lastFailure: { code: 'manager_failed' },
    });
    program.prints = 'printed-secret';
    await revocations.revoke(got.value);
    await settle();
    expect(sent).toEqual(['printed-secret']);
    expect(revocation()?.acceptedAtMs).not.toBeNull();
  });

  it('is not fetched by a program that was replaced, and main names both', async () => {
    const id = await add();
    const { program } = server.session;
    program.sha256 = 'b'.repeat(64);
    const runs = program.runs.length;
    expect(await get(id)).toMatchObject({
      ok: false,
      failure: { code: 'manager_unfit', facts: { about: 'changed' } },
    });
    expect(program.runs).toHaveLength(runs);
    await server.call('credentialCommandSet', { credentialId: id, command });
    const { message, detail } = server.questions.at(-1) ?? {};
    expect(message).toContain('another file now');
    expect(detail).toContain('a'.repeat(64));
    expect(detail).toContain('b'.repeat(64));
    expect(await get(id)).toMatchObject({ ok: true });
  });

  it('is not confirmed as another file than the one that was shown', async () => {
    const { program } = server.session;
    const inspect = program.inspect.bind(program);
    let looks = 0;
    Object.assign(program, {
      inspect: (file: string) => {
        looks += 1;
        if (looks > 1) program.sha256 = 'c'.repeat(64);
        return inspect(file);
      },
    });
    const answer = await server.call('credentialAddFetched', { ...facts, command });
    expect(answer).toMatchObject({
      failure: { code: 'manager_unfit', facts: { about: 'changed' } },
    });
    expect(program.runs).toEqual([]);
  });

  it('is not mixed with another one while tokens live', async () => {
    const id = await add();
    await get(id);
    server.session.program.prints = 'another-secret';
    expect(await get(id)).toMatchObject({
      failure: { code: 'manager_unfit', facts: { about: 'other secret' } },
    });
  });

  it('is noted at its credential when the command fails', async () => {
    const id = await add();
    server.session.program.prints = { code: 'manager_failed' };
    await get(id);
    const { lastFailure } = server.session.credential(id);
    expect(lastFailure?.failure.code).toBe('manager_failed');
  });

  it('is read again for a rotation, which proves that it changed', async () => {
    const id = await add();
    const { program } = server.session;
    expect(await server.call('rotationStart', { credentialId: id })).toMatchObject({ ok: true });
    const take = { credentialId: id, secretSource: 'entry' };
    const same = await server.call('rotationTakeSecret', take);
    expect(same).toMatchObject({
      failure: { code: 'invalid_input', facts: { about: 'same secret' } },
    });
    program.prints = 'rotated-secret';
    expect(await server.call('rotationTakeSecret', take)).toMatchObject({ ok: true });
    expect(isSealed(id)).toBe(true);
  });

  it('gives way to a secret that the person enters', async () => {
    const id = await add();
    await server.call('credentialReplaceSecret', { credentialId: id, secretSource: 'entry' });
    expect(server.session.credential(id)).not.toHaveProperty('secretCommand');
    expect(isSealed(id)).toBe(true);
  });

  it('is set by no other call', async () => {
    const id = await add();
    const { label, registeredScopes, permission, ownerAccount, tags } = facts;
    const edited = { label, registeredScopes, permission, ownerAccount, tags };
    expect(await server.call('credentialEdit', { credentialId: id, ...edited })).toMatchObject({
      ok: true,
    });
    const input = { credentialId: id, ...edited, command };
    const answer = await server.call('credentialEdit', input);
    expect(answer).toMatchObject({ failure: { code: 'invalid_input' } });
  });
});
