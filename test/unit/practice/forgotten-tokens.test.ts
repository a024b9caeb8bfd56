// Tokens of a practice gateway that is gone leave the vault; every other token stays.
import { describe, expect, it } from 'vitest';
import type { TokenId } from '../../../electron/main/domain/ids.ts';
import { practiceEnvironment } from '../../../electron/main/environments/environments.ts';
import { dropForgottenTokens } from '../../../electron/main/practice/forgotten-tokens.ts';
import { createPracticeState } from '../../../electron/main/practice/gateway/practice-state.ts';
import { changeRows } from '../../support/many-tokens.ts';
import { PARTNER, TRADER, createTestSession } from '../../support/test-session.ts';

/** The Trader practises, the Partner does not; each has a token. */
async function practising() {
  const services = await createTestSession();
  const { session, clock, vault } = services;
  const environments = [...vault.contents().environments, practiceEnvironment];
  await vault.change({ contents: (before) => ({ ...before, environments }) });
  await changeRows({ vault }, 'credentials', { environmentId: practiceEnvironment.id }, TRADER);
  await services.requests.request(TRADER, ['TRADER_READ']);
  await services.requests.request(PARTNER, []);
  await clock.advance(1_000);
  const owners = () => vault.contents().tokens.map(({ credentialId }) => credentialId);
  const practised = vault.contents().tokens.find(({ credentialId }) => credentialId === TRADER);
  return { ...services, session, owners, id: practised?.id as TokenId };
}

const known = { revokedAtMs: null, used: false } as never;

describe('a practice gateway that starts anew', () => {
  it('has what the one before issued dropped, its texts too, and nothing else', async () => {
    const { session, clock, vault, owners, id } = await practising();
    await dropForgottenTokens(session, createPracticeState(clock));
    expect(owners()).toEqual([PARTNER]);
    expect(vault.hasRecord({ id, field: 'access_token' })).toBe(false);
    expect(vault.contents().credentials).toHaveLength(2);
  });

  it('keeps what it knows: an unlock drops nothing that was issued since the app started', async () => {
    const { session, clock, owners } = await practising();
    const memory = { startedAtMs: clock.nowMs(), tokenOf: () => known };
    await dropForgottenTokens(session, memory);
    expect(owners()).toHaveLength(2);
  });

  it('keeps what was asked for since it began, even without an answer', async () => {
    const { session, owners } = await practising();
    await dropForgottenTokens(session, { startedAtMs: 0, tokenOf: () => null });
    expect(owners()).toHaveLength(2);
  });

  it('leaves the tokens of a drill to the drill, which is scored by them', async () => {
    const { session, clock, vault, owners } = await practising();
    const drill = { id: 'drill-1', endedAtMs: null, credentialIds: [TRADER] } as never;
    await vault.change({ contents: (before) => ({ ...before, drills: [drill] }) });
    await dropForgottenTokens(session, createPracticeState(clock));
    expect(owners()).toHaveLength(2);
  });
});
