// S33: the practice gateway's switches for what makes a live token look dead, over real TLS: whatever stands before the
// trading host or does nothing, a revoked token that works is never confirmed dead.
import { afterEach, describe, expect, it } from 'vitest';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import { createGateway } from '../../electron/main/gateway/gateway-client.ts';
import type { SessionServices } from '../../electron/main/session/session-services.ts';
import { quietSession } from '../support/quiet-session.ts';
import { stateOf } from '../../electron/main/tokens/ledger/housekeeping.ts';
import type { PracticeFault } from '../../electron/shared/practice/practice-words.ts';
import type { TokenState } from '../../electron/shared/words.ts';
import { eventually } from '../support/eventually.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';
import type { MemoryVault } from '../support/memory-vault.ts';
import { startPractice, wordlessRefusal, type PracticeForTests } from '../support/practice.ts';
import { createTestVault, TRADER } from '../support/test-session.ts';

const STEP_MS = 5_000;
const WINDOW_MS = 5 * 60_000;

let practice: PracticeForTests;
let services: SessionServices;
let vault: MemoryVault;
let clock: FakeClock;

afterEach(async () => {
  const closed = services.close();
  await clock.advance(60_000);
  await closed;
  await practice.stop();
});

/** A token that was checked; a second one of the credential where asked for. */
async function open({ control = false, challenge = true } = {}): Promise<void> {
  practice = await startPractice({ settings: { challenge } });
  clock = createFakeClock(Date.now());
  const { baseUrl, tradeUrl, authorityPem, trader } = practice;
  vault = await createTestVault({ baseUrl, tradeUrl, authorityPem });
  await vault.change({
    contents: (before) => ({
      ...before,
      credentials: before.credentials.map((each) =>
        each.id === TRADER ? { ...each, clientId: trader.clientId } : each,
      ),
    }),
    seal: [
      {
        name: { id: TRADER, field: 'client_secret' },
        secret: SecretBytes.take(Buffer.from(trader.secret)),
      },
    ],
  });
  services = await quietSession({
    vault,
    gateway: createGateway({ clock, systemAuthorities: () => [] }),
    clock,
  });
  if (control) await services.requests.request(TRADER, ['TRADER_TRADE']);
  await services.requests.request(TRADER, ['TRADER_TRADE']);
  await services.checks.check(revoked().id);
}

const revoked = () => vault.contents().tokens[0]!;
const state = (): TokenState => stateOf(services.session, vault.contents(), revoked());

/** Lets the whole proof pass, and more; gathers every state that was shown. */
async function lived(): Promise<ReadonlySet<TokenState>> {
  const seen = new Set<TokenState>();
  await services.revocations.revoke(revoked().id);
  await eventually(() => expect(revoked().revocation?.acceptedAtMs).not.toBeNull());
  for (let passedMs = 0; passedMs < 2 * WINDOW_MS; passedMs += STEP_MS) {
    await clock.advance(STEP_MS);
    await eventually(() => expect(services.session.activities.ofCredential(TRADER)).toEqual([]));
    seen.add(state());
  }
  return seen;
}

/** In place of the trading host's answer, from now on; and nothing is revoked. */
function switchOn(...faults: readonly Exclude<PracticeFault, 'none'>[]): void {
  for (const fault of faults) {
    const endpoint = fault === 'revoke_ignored' ? 'trader_revoke' : 'who_am_i';
    practice.controls.inject({ endpoint, fault, times: 'always' });
  }
}

describe.each([false, true])(
  'a revoked token that works, with another beside it: %s',
  (control) => {
    it.each([
      ['behind a sign-in wall', 'sign_in_wall'],
      ['behind a sign-in page', 'sign_in_page'],
      ['behind a proxy that drops the header', 'authorization_dropped'],
    ] as const)('is never confirmed dead %s', async (_name, fault) => {
      await open({ control });
      switchOn('revoke_ignored', fault);
      expect(await lived()).not.toContain('verified');
      expect(practice.controls.liveTokens(practice.trader.clientId)).toBe(control ? 2 : 1);
    });

    it('is never confirmed dead where the revocation did nothing, and is told as an alarm', async () => {
      await open({ control });
      switchOn('revoke_ignored');
      const seen = await lived();
      expect(seen).not.toContain('verified');
      expect(seen).toContain('still_honoured');
    });
  },
);

describe('a revoked token that works, beside another', () => {
  it('is never confirmed dead where everything is refused without a word', async () => {
    await open({ control: true });
    switchOn('revoke_ignored');
    practice.controls.inject({ endpoint: 'who_am_i', fault: wordlessRefusal, times: 'always' });
    expect(await lived()).not.toContain('verified');
    expect(revoked().lastCheck?.control).toBe('other_not_taken');
  });
});

describe('a revoked token that is dead, beside another', () => {
  it.each([
    ['named', true],
    ['control', false],
  ] as const)('is confirmed dead with the evidence: %s', async (evidence, challenge) => {
    await open({ control: true, challenge });
    await lived();
    expect([state(), revoked().revocation?.evidence]).toEqual(['verified', evidence]);
  });
});
