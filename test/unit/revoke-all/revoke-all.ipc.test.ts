// The calls about revoking everything, as the window makes them and the person answers them.
import { gone } from '../../../electron/shared/failures/failure.ts';
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import type { Question } from '../../../electron/main/secret-input/ports.ts';
import { NOTHING_TO_TELL } from '../../../electron/main/session/session-lifecycle.ts';
import type { VaultSession } from '../../../electron/main/session/vault-session.ts';
import { pressWithoutWindow } from '../../../electron/main/session/revoke-from-tray.ts';
import { createContractServer, type ContractServer } from '../../support/contract-server.ts';
import { settle } from '../../support/fake-clock.ts';
import { addTokens } from '../../support/many-tokens.ts';
import { PARTNER } from '../../support/test-session.ts';

const scope = { kind: 'all' } as const;
const never = (): Promise<never> => new Promise(() => undefined);

async function serverWithTokens(): Promise<ContractServer> {
  const server = await createContractServer();
  await addTokens(server.session, [
    { id: 'read', scopes: ['TRADER_READ'] },
    { id: 'trade' },
    { id: 'partner', credentialId: PARTNER, scopes: [] },
    { id: 'gone', text: false },
  ]);
  return server;
}

async function pressed(server: ContractServer, choice: number | null = 0): Promise<unknown> {
  server.answerWith(choice);
  const answer = await server.call('revokeAllStart', { scope });
  await settle();
  return answer;
}

const runId = ({ session }: ContractServer): string =>
  session.vault.contents().revocationRuns[0]?.id ?? '';

describe('the press', () => {
  it.each([
    [1, 'it'],
    [2, 'them'],
  ])('says of %i tokens what stops with %s', async (count, them) => {
    const server = await createContractServer();
    await addTokens(server.session, [{ id: 'one' }, { id: 'other' }].slice(0, count));
    await pressed(server, null);
    expect(server.questions[0]?.detail).toContain(`Everything that uses ${them} stops now.`);
  });

  it('is asked by main in numbers and names, and Enter says yes', async () => {
    const server = await serverWithTokens();
    await pressed(server, null);
    expect(server.questions).toEqual([
      {
        message: 'Revoke 2 tokens of 2 keys?',
        detail: expect.stringMatching(/1 of them can trade.*cannot be undone\.$/) as string,
        choices: ['Revoke 2 tokens'],
        serious: true,
        inHurry: true,
      },
    ]);
    expect(server.session.gateway.calls).toEqual([]);
  });

  it('names the environment it is about', async () => {
    const server = await serverWithTokens();
    server.answerWith(null);
    await server.call('revokeAllStart', { scope: { kind: 'environment', environmentId: 'env-1' } });
    expect(server.questions[0]?.message).toBe('Revoke 2 tokens of 2 keys in Test?');
  });

  it('counts from the moment the person confirmed', async () => {
    const server = await serverWithTokens();
    const { clock } = server.session;
    const atMs = clock.nowMs();
    await pressed(server);
    expect(server.session.vault.contents().revocationRuns[0]?.pressedAtMs).toBe(atMs);
    expect(server.session.gateway.calls).toEqual(['revoke text-trade', 'revoke text-read']);
  });

  it('has nothing to ask where nothing can be stopped', async () => {
    const server = await createContractServer();
    expect(await pressed(server)).toMatchObject({ failure: { code: 'nothing_to_stop' } });
    expect(server.questions).toEqual([]);
  });
});

describe('the press from the tray', () => {
  /** Presses in the tray's menu, and gives these answers; what was asked meanwhile. */
  async function fromTray(
    { session }: ContractServer,
    answers: readonly (number | null)[],
    before: () => void = () => undefined,
    unlocking: ReturnType<VaultSession['unlock']> | null = null,
  ): Promise<{ readonly asked: readonly Question[]; readonly opened: number }> {
    const asked: Question[] = [];
    let opened = 0;
    const dialogs = {
      ask(question: Question) {
        asked.push(question);
        before();
        return Promise.resolve(answers[asked.length - 1] ?? null);
      },
    };
    await pressWithoutWindow({
      vaultSession: {
        services: () => ok(session),
        state: () => ({
          ...NOTHING_TO_TELL,
          state: unlocking === null ? 'unlocked' : 'locked',
          failure: null,
        }),
        unlock: () => unlocking ?? Promise.reject(new Error('it is open')),
      },
      dialogs,
      open: () => (opened += 1),
    });
    await settle();
    return { asked, opened };
  }

  it('asks the same question, and acts', async () => {
    const server = await serverWithTokens();
    const { asked } = await fromTray(server, [0]);
    expect(asked.map(({ message }) => message)).toEqual(['Revoke 2 tokens of 2 keys?']);
    expect(server.session.gateway.calls).toHaveLength(2);
  });

  it('says that nothing was revoked where it could not be saved, and tries again', async () => {
    const server = await serverWithTokens();
    let questions = 0;
    const { asked } = await fromTray(server, [0, 0], () => {
      questions += 1;
      server.session.vault.failWith(questions === 1 ? { code: 'disk_full' } : null);
    });
    expect(asked[1]).toMatchObject({
      message: 'Nothing was revoked.',
      detail: expect.stringContaining('The disk is full.') as string,
      choices: ['Try again'],
    });
    expect(server.session.gateway.calls).toHaveLength(2);
  });

  it('over a locked vault asks for the passphrase first, and goes on once it is open', async () => {
    const server = await serverWithTokens();
    const unlocked = Promise.resolve(ok('done' as const));
    const { asked, opened } = await fromTray(server, [0], undefined, unlocked);
    expect([asked.length, opened, server.session.gateway.calls.length]).toEqual([1, 0, 2]);
  });

  it('asks nothing where the person did not open the vault', async () => {
    const server = await serverWithTokens();
    const cancelled = Promise.resolve(ok('cancelled' as const));
    expect(await fromTray(server, [0], undefined, cancelled)).toEqual({ asked: [], opened: 0 });
  });

  it('leaves it to the window to say why the vault did not open', async () => {
    const server = await serverWithTokens();
    const failed = Promise.resolve(fail({ code: 'tampered' } as const));
    expect(await fromTray(server, [0], undefined, failed)).toEqual({ asked: [], opened: 1 });
    expect(server.session.gateway.calls).toEqual([]);
  });

  it('says so where nothing can be stopped from here, and opens the window', async () => {
    const server = await createContractServer();
    const { asked, opened } = await fromTray(server, [0]);
    expect(asked).toMatchObject([{ message: 'Nothing was revoked.' }]);
    expect(opened).toBe(1);
  });
});

describe('the view of a run', () => {
  it('tells what was asked, and which tokens it covers in the order of sending', async () => {
    const server = await serverWithTokens();
    await pressed(server);
    expect(server.view()).toMatchObject({
      revocationRuns: [
        {
          id: runId(server),
          scope,
          tokenIds: ['trade', 'read'],
          guidedTokenIds: ['partner'],
          cancelledAtMs: null,
          width: 16,
        },
      ],
    });
  });
});

describe('what may live beyond a run', () => {
  it('is named in its view: possibly issued, forgotten, and without its text', async () => {
    const server = await serverWithTokens();
    await addTokens(server.session, [
      { id: 'perhaps', text: false, part: { issue: 'possibly_issued' } },
      { id: 'forgotten', text: false, part: { forgottenAtMs: server.session.clock.nowMs() } },
    ]);
    await pressed(server);
    const [run] = server.view().revocationRuns;
    expect(run?.beyondIds).toEqual(['perhaps', 'forgotten', 'gone']);
  });
});

describe('stopping the queue', () => {
  it('says how many were sent and how many are left alone', async () => {
    const server = await serverWithTokens();
    await addTokens(
      server.session,
      Array.from({ length: 38 }, (_, index) => ({ id: `t${index}` })),
    );
    server.session.gateway.onRevoke(never);
    await pressed(server);
    const answer = await server.call('revocationRunCancel', { runId: runId(server) });
    expect(answer).toEqual(ok('done'));
    expect(server.questions.at(-1)).toMatchObject({
      message: 'Leave 24 tokens alone?',
      detail: expect.stringContaining('16 of 40 tokens were sent') as string,
      choices: ['Stop the queue'],
    });
  });
});

describe('putting a run away', () => {
  it('is refused while tokens of it have no end, and takes it out of the view after', async () => {
    const server = await serverWithTokens();
    await pressed(server);
    const input = { runId: runId(server) };
    expect(await server.call('revocationRunClose', input)).toMatchObject({
      failure: { code: 'in_use', facts: { about: 'run', count: 3 } },
    });
    await server.session.clock.advance(86_400_000);
    expect(await server.call('revocationRunClose', input)).toEqual(ok('done'));
    expect(server.view()).toMatchObject({ revocationRuns: [] });
  });

  it('is refused while one still works after the window: that is an alarm', async () => {
    const server = await createContractServer();
    await addTokens(server.session, [{ id: 'trade' }]);
    await pressed(server);
    await server.session.clock.advance(6 * 60_000);
    expect(server.session.state()).toBe('still_honoured');
    expect(await server.call('revocationRunClose', { runId: runId(server) })).toMatchObject({
      failure: { code: 'in_use', facts: { about: 'run' } },
    });
  });

  it('of a run nobody knows is refused', async () => {
    const { call } = await serverWithTokens();
    expect(await call('revocationRunClose', { runId: 'x' })).toMatchObject({
      failure: gone('run'),
    });
  });
});
