// What the questions about programs say, and what they offer.
import { describe, expect, it } from 'vitest';
import { handOutQuestion, unmetQuestion } from '../../../electron/main/hand-out/question-words.ts';
import { createTestSession, PARTNER, TRADER } from '../../support/test-session.ts';

type Asked = Parameters<typeof handOutQuestion>[0];

const visitor = {
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
  code: 'ACDEFG',
};

async function ask(changes: Partial<Asked>, id = TRADER) {
  const { session, credential } = await createTestSession();
  const [environment] = session.vault.contents().environments;
  if (environment === undefined) throw new Error('no environment');
  const { detail, choices } = handOutQuestion({
    ...visitor,
    credential: credential(id),
    environment,
    trade: false,
    forSeconds: null,
    isCertain: true,
    ...changes,
  });
  return { end: detail.split('\n\n').at(-1) ?? '', choices };
}

describe('the question for a token', () => {
  it('says when the token ends, and what a lock that closes the vault means for it', async () => {
    const { end } = await ask({ forSeconds: 14_400 });
    expect(end).toBe(
      'It is revoked when the program ends, or after 4 h. Where a lock closes the vault, the token lives ' +
        'on. Strongroom can neither renew nor revoke it until the next unlock.',
    );
  });

  it('offers to remember the yes only where what is started is certain', async () => {
    expect((await ask({})).choices).toHaveLength(2);
    expect((await ask({ isCertain: false })).choices).toEqual(['Give a token']);
  });

  it('promises no revocation of a Partner token', async () => {
    const { end } = await ask({}, PARTNER);
    expect(end).toContain('No call revokes a Partner token');
    expect(end).not.toContain('It is revoked');
  });

  it('says why a request cannot be met to the person alone', () => {
    const question = unmetQuestion(visitor, 'Desk-X', 'No key fits what was typed.');
    expect(question.message).toBe('A program asks for a token of Desk-X, and cannot get it.');
    expect(question.detail).toMatch(/^No key fits what was typed\.\n\nCode ACDEFG/);
    expect(question.choices).toEqual(['Tell the terminal why']);
  });
});
