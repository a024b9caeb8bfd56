// What the question says of a lock: with and without the choice to renew while locked.
import { describe, expect, it } from 'vitest';
import { handOutQuestion } from '../../../electron/main/hand-out/hand-out-questions.ts';
import { createTestSession, PARTNER, TRADER } from '../../support/test-session.ts';

type Asked = Parameters<typeof handOutQuestion>[0];

async function ask(changes: Partial<Asked>, id = TRADER) {
  const { session, credential } = await createTestSession();
  const [environment] = session.vault.contents().environments;
  if (environment === undefined) throw new Error('no environment');
  const { question, answers } = handOutQuestion({
    credential: credential(id),
    environment,
    trade: false,
    program: { path: '/usr/bin/python3', hash: 'a'.repeat(64) },
    script: null,
    asker: {
      pid: 7,
      proven: true,
      startedTicks: '1',
      executable: '/usr/bin/node',
      parent: '/usr/bin/sh',
      folder: '/home/u',
      words: null,
    },
    forSeconds: null,
    throughLock: true,
    lockedRefusal: null,
    code: 'ACDEFG',
    ...changes,
  });
  return { end: question.detail.split('\n\n').at(-1) ?? '', answers };
}

const RESTS = 'Strongroom can neither renew nor revoke it until the next unlock';

describe('the question for a token that lives on when the vault locks', () => {
  it('offers to renew it while locked, and says what then stays in memory', async () => {
    const { end, answers } = await ask({});
    expect(answers).toContain('renew_locked');
    expect(end).toBe(
      'It is revoked when the program ends. It lives on when the vault locks. ' +
        `${RESTS}, unless you choose to renew it while locked. If you do, the client secret of this ` +
        'credential and the tokens of this program stay in memory while the vault is locked, until the ' +
        'program ends or the machine sleeps.',
    );
  });

  it.each([
    ['practice', `${RESTS}, because the practice gateway stops`],
    ['command', `${RESTS}, because its secret comes from a command`],
    ['other_program', `${RESTS}, because another program has a token`],
    ['not_kept', 'can neither renew nor revoke it then, because the credential is not kept.'],
  ] as const)('offers no renewal and says why: %s', async (lockedRefusal, said) => {
    const { end, answers } = await ask({ lockedRefusal });
    expect(answers).not.toContain('renew_locked');
    expect(end).toContain(said);
    expect(end).not.toContain('in memory');
  });

  it('promises no revocation of a Partner token at the unlock', async () => {
    const { end, answers } = await ask({ lockedRefusal: 'partner' }, PARTNER);
    expect(answers).not.toContain('renew_locked');
    expect(end).toContain('No call revokes a Partner token');
    expect(end).toMatch(/Strongroom cannot renew it until the next unlock\.$/);
  });

  it('says of one that does not live on that a lock is its end', async () => {
    const { end } = await ask({ throughLock: false, forSeconds: 14_400 });
    expect(end).toBe(
      'It is revoked when the program ends, or after 4 h. The same happens when the vault locks.',
    );
  });
});
