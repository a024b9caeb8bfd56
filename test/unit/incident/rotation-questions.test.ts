// What main asks in a rotation, in words.
import { expect, it } from 'vitest';
import { endOldTokensQuestion } from '../../../electron/main/incident/rotation-questions.ts';
import { createTestSession, PARTNER, TRADER } from '../../support/test-session.ts';

it.each([
  [TRADER, 'It is revoked with the old secret. Programs that use it stop'],
  [PARTNER, 'until the server refuses it?'],
])('speaks of one token of %s as of one', async (id, words) => {
  const session = await createTestSession();
  await session.requests.request(id, id === TRADER ? ['TRADER_TRADE'] : []);
  await session.rotations.start(id);
  const standing = session.rotations.standing(id);
  if (standing === null) throw new Error('no rotation');
  const { message, detail } = endOldTokensQuestion(session.credential(id), standing);
  expect(`${message} ${detail}`).toContain(words);
});
