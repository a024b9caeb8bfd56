// What main asks in a rotation, in words.
import { expect, it } from 'vitest';
import { tryOldSecretQuestion } from '../../../electron/main/incident/rotations.ipc.ts';
import { createContractServer } from '../../support/contract-server.ts';
import { createTestSession, PARTNER, TRADER } from '../../support/test-session.ts';

it.each([
  [TRADER, 'It is revoked with the old secret. Programs that use it stop'],
  [PARTNER, 'until the server refuses it?'],
])('speaks of one token of %s as of one', async (id, words) => {
  const { session, call, questions } = await createContractServer();
  await session.requests.request(id, id === TRADER ? ['TRADER_TRADE'] : []);
  await session.rotations.start(id);
  await call('rotationEndOldTokens', { credentialId: id });
  const [asked] = questions;
  expect(`${asked?.message} ${asked?.detail}`).toContain(words);
});

it.each([
  [TRADER, true],
  [PARTNER, false],
])('says of %s whether a token is got to compare with: %s', async (id, said) => {
  const session = await createTestSession();
  const { detail } = tryOldSecretQuestion('Desk', session.credential(id), true);
  expect(detail.includes('one token is got with the new secret')).toBe(said);
});
