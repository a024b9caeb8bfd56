// The check of a diagnosis about a command that prints the client secret.
import { describe, expect, it } from 'vitest';
import { ok } from '../../../electron/main/domain/result.ts';
import { editCredential } from '../../../electron/main/tokens/ledger/ledger.ts';
import { checkSentence } from '../../../electron/shared/diagnosis/diagnosis-summary.ts';
import type { CheckLineView } from '../../../electron/shared/diagnosis/diagnosis-view.ts';
import { settle } from '../../support/fake-clock.ts';
import { CONFIRMED_COMMAND } from '../../support/scripted-program.ts';
import { goodRoute } from '../../support/scripted-gateway.ts';
import { createTestSession, TRADER, type TestSession } from '../../support/test-session.ts';

async function fetching(): Promise<TestSession> {
  const session = await createTestSession();
  const fetched = { secretCommand: CONFIRMED_COMMAND, secretFingerprint: '' };
  await session.vault.change({
    contents: editCredential(TRADER, (now) => ({ ...now, ...fetched })),
    drop: [{ id: TRADER, field: 'client_secret' }],
  });
  session.gateway.onToken(() => ok(session.gateway.issued()));
  return session;
}

async function diagnosed(session: TestSession): Promise<(step: string) => CheckLineView> {
  const begun = session.diagnoses.start(TRADER, ['TRADER_READ']);
  if (!begun.ok) throw new Error(begun.failure.code);
  await settle();
  await session.clock.advance(1_000);
  return (step) => {
    const found = session.diagnoses.find(begun.value.id)?.checks.find((each) => each.step === step);
    if (found === undefined) throw new Error(`no check ${step}`);
    return found;
  };
}

describe('a diagnosis of a credential whose secret a command prints', () => {
  it('runs the command once, for the token, and says that it printed one', async () => {
    const session = await fetching();
    const check = await diagnosed(session);
    expect(check('command')).toMatchObject({ verdict: 'good', finding: 'command_printed' });
    expect(check('token')).toMatchObject({ finding: 'token_issued' });
    expect(session.program.runs).toHaveLength(1);
  });

  it('does not run a program that was replaced, and asks for no token', async () => {
    const session = await fetching();
    session.program.sha256 = 'b'.repeat(64);
    const check = await diagnosed(session);
    expect(check('command')).toMatchObject({
      verdict: 'bad',
      failure: { code: 'manager_unfit', facts: { about: 'changed' } },
    });
    expect(check('token')).toMatchObject({ verdict: 'not_tried', because: 'no_secret' });
    expect([session.program.runs, session.gateway.calls]).toEqual([[], []]);
  });

  it('says why the command printed none, and asks for no token', async () => {
    const session = await fetching();
    session.program.prints = { code: 'manager_failed', facts: { file: 'pass', count: 1 } };
    const check = await diagnosed(session);
    expect(checkSentence(check('command'))).toMatch(
      /^The program pass ended without a client secret/,
    );
    expect(check('token')).toMatchObject({ verdict: 'not_tried', because: 'no_secret' });
    expect(session.gateway.calls).toEqual([]);
  });

  it('leaves the program unrun where no host is reached', async () => {
    const session = await fetching();
    session.gateway.onRoute((host) => ({
      ...goodRoute(host),
      failure: { code: 'connect_refused', about: null, proxy: null },
    }));
    const check = await diagnosed(session);
    expect(check('command')).toMatchObject({ finding: 'command_confirmed' });
    expect(session.program.runs).toEqual([]);
  });

  it('runs nothing while a rotation has the secrets sealed', async () => {
    const session = await fetching();
    await session.rotations.start(TRADER);
    const before = session.program.runs.length;
    const check = await diagnosed(session);
    expect(check('command')).toMatchObject({ verdict: 'good', finding: 'command_not_needed' });
    expect(session.program.runs).toHaveLength(before);
  });

  it('has no such check where the vault has the secret', async () => {
    const session = await createTestSession();
    const check = await diagnosed(session);
    expect(() => check('command')).toThrow('no check');
  });
});
