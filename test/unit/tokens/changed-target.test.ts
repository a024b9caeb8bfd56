// SECURITY(S35): a call goes where its environment leads as it is sent. A command that prints a secret may take
// fifteen seconds, a refusal as long, and the address, the proxy or the authority may have changed meanwhile.
import { beforeEach, describe, expect, it } from 'vitest';
import { editCredential } from '../../../electron/main/tokens/ledger/ledger.ts';
import { ok } from '../../../electron/main/domain/result.ts';
import { settle } from '../../support/fake-clock.ts';
import { changeRows } from '../../support/many-tokens.ts';
import { CONFIRMED_COMMAND } from '../../support/scripted-program.ts';
import { createTestSession, TRADER, type TestSession } from '../../support/test-session.ts';

const MOVED = 'https://moved.test/api';
const READ = ['TRADER_READ'] as const;

let session: TestSession;

const move = (): Promise<unknown> =>
  changeRows(session, 'environments', { baseUrl: MOVED, tradeUrl: MOVED });

/** The secret is nowhere but in a manager, and the environment moves while that is asked. */
async function movesWhileAsked(): Promise<void> {
  const secretCommand = { ...CONFIRMED_COMMAND, keepsWhileLive: false };
  await session.vault.change({
    contents: editCredential(TRADER, (now) => ({ ...now, secretCommand, secretFingerprint: '' })),
    drop: [{ id: TRADER, field: 'client_secret' }],
  });
  const { run } = session.program;
  Object.assign(session.program, {
    run: async (...args: Parameters<typeof run>) => {
      await move();
      return await run(...args);
    },
  });
}

const lastTarget = (): string | undefined => session.gateway.targets.at(-1)?.baseUrl;

beforeEach(async () => {
  session = await createTestSession();
});

describe('a call whose environment has moved before it is sent', () => {
  it('asks for a token at the new address', async () => {
    await movesWhileAsked();
    await session.requests.request(TRADER, READ);
    expect(lastTarget()).toBe(MOVED);
  });

  it('revokes a token at the new address', async () => {
    await session.requests.request(TRADER, READ);
    await movesWhileAsked();
    await session.revocations.revoke(session.token().id);
    await settle();
    expect(session.gateway.calls.at(-1)).toMatch(/^(revoke|probe) /);
    expect(session.gateway.targets.slice(1).map(({ baseUrl }) => baseUrl)).toContain(MOVED);
  });

  it('checks a token at the new address', async () => {
    await session.requests.request(TRADER, READ);
    await move();
    await session.checks.check(session.token().id);
    expect(lastTarget()).toBe(MOVED);
  });

  it('asks with a token that works at the new address too', async () => {
    await session.requests.request(TRADER, ['TRADER_TRADE']);
    await session.requests.request(TRADER, ['TRADER_TRADE']);
    for (const index of [0, 1]) await session.checks.check(session.token(index).id);
    let isMoved = false;
    session.gateway.onProbe(async () => {
      if (isMoved) return ok(session.gateway.probed(200));
      isMoved = true;
      await move();
      return ok(session.gateway.probed(401, '', null));
    });
    const before = session.gateway.targets.length;
    await session.checks.check(session.token(0).id);
    const targets = session.gateway.targets.slice(before).map(({ baseUrl }) => baseUrl);
    expect(targets).toHaveLength(2);
    expect(targets[0]).not.toBe(MOVED);
    expect(targets[1]).toBe(MOVED);
  });
});
