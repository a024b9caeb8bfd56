// The moment of proof: told in one line that goes by itself, once, and only of what was seen to wait for it.
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type {
  CredentialView,
  TokenView,
} from '../../electron/shared/credentials/credential-view.ts';
import type { RevocationRunView } from '../../electron/shared/revoke-all/revocation-run-view.ts';
import { appView, canNothing, credential, revocation, run, token } from './fixtures.ts';
import { renderApp } from './render-app.tsx';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 0);
const proven = {
  ...revocation(NOW - 310_000),
  attempts: 1,
  acceptedAtMs: NOW - 305_000,
  refusals: 4,
  firstRefusedAtMs: NOW - 301_000,
  evidence: 'named' as const,
  propagationEndsAtMs: NOW - 5_000,
  verifiedAtMs: NOW - 1_000,
};
const open = { ...proven, verifiedAtMs: null };

const waiting = (id: string): TokenView =>
  token(NOW, { id, fingerprint: `${id}·f079`, state: 'confirming', revocation: open });
const dead = (id: string): TokenView => ({
  ...waiting(id),
  state: 'verified',
  live: false,
  revocation: proven,
});
const desk = (tokens: readonly TokenView[], part: Partial<CredentialView> = {}): CredentialView =>
  credential(NOW, { id: 'desk', label: 'Desk', tokens: [...tokens], ...part });

const said = (): string =>
  within(screen.getByRole('contentinfo')).getByRole('status').textContent ?? '';

async function after(
  before: readonly TokenView[],
  now: readonly TokenView[],
  part: Partial<CredentialView> = {},
  revocationRuns: readonly RevocationRunView[] = [],
) {
  const app = await renderApp(
    appView(NOW, { credentials: [desk(before, part)], revocationRuns: [...revocationRuns] }),
  );
  await act(async () => app.fake.push(() => ({ credentials: [desk(now, part)] })));
  return app;
}

describe('the status line', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('tells that a token is dead the moment it is, with the figures of its proof', async () => {
    await after([waiting('4247')], [dead('4247')]);
    expect(said()).toBe('Token 4247·f079 is dead: refused in 4 checks over 5 minutes.');
  });

  it('tells several at once in one line', async () => {
    await after([waiting('a'), waiting('b')], [dead('a'), dead('b')]);
    expect(said()).toBe('2 tokens are dead: each refused in at least 4 checks.');
  });

  it('tells nothing of what was dead when the window came', async () => {
    await after([dead('a')], [dead('a')], { favourite: true });
    expect(said()).toBe('');
  });

  it('tells nothing of what renewal replaced and ended', async () => {
    const renewal = {
      phase: 'waiting',
      nextAtMs: null,
      untilMs: null,
      graceSeconds: 10,
      revokesAtMs: null,
      lastFailure: null,
    } as unknown as CredentialView['renewal'];
    const replaced = { supersededAtMs: NOW - 400_000 };
    await after([{ ...waiting('a'), ...replaced }], [{ ...dead('a'), ...replaced }], { renewal });
    expect(said()).toBe('');
  });

  it('leaves the tokens of a run of several to the run', async () => {
    const ofBoth = run(NOW - 310_000, { tokenIds: ['a', 'b'] });
    await after([waiting('a'), waiting('b')], [dead('a'), waiting('b')], {}, [ofBoth]);
    expect(said()).toBe('');
  });

  it('is empty again after ten seconds, counted anew where the same is said again', async () => {
    const { services } = await renderApp(appView(NOW));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const pass = (ms: number) => act(async () => void vi.advanceTimersByTime(ms));
    act(() => services.feedback.say('Copied.'));
    await pass(9_000);
    act(() => services.feedback.say('Copied.'));
    await pass(9_999);
    expect(said()).toBe('Copied.');
    await pass(1);
    expect(said()).toBe('');
  });

  it('is empty as soon as the next call begins', async () => {
    const { services, fake } = await renderApp(
      appView(NOW, { credentials: [desk([token(NOW, { id: 't' })])] }),
    );
    act(() => services.feedback.say('Copied.'));
    const slow = Promise.withResolvers<never>();
    fake.reply('tokenRenew', () => slow.promise);
    fireEvent.click(screen.getByRole('row', { name: /^Desk/ }));
    const detail = within(screen.getByRole('region', { name: 'Desk' }));
    await act(
      async () => void fireEvent.click(detail.getAllByRole('button', { name: 'Renew' })[0]!),
    );
    expect(said()).toBe('');
  });
});

describe('opening is not committing', () => {
  const partner = {
    accessType: 'partner' as const,
    registeredScopes: [],
    permission: 'read' as const,
  };
  const guided = token(NOW, { id: 'p', can: { ...canNothing, guide: true, check: true } });

  it.each([
    ['the guide', { kind: 'partner_guide', tokenId: 'p' }, 'Start the steps', 'partnerPlanStart'],
    [
      'the rotation',
      { kind: 'rotation', credentialId: 'desk' },
      'Start the rotation',
      'rotationStart',
    ],
    [
      'the leak plan',
      { kind: 'leak_plan', credentialId: 'desk' },
      'Start the plan',
      'leakPlanStart',
    ],
  ] as const)('to %s: its call is made by a button inside', async (_name, sheet, begin, call) => {
    const { fake, services } = await renderApp(
      appView(NOW, { credentials: [desk([guided], partner)] }),
    );
    await act(async () => services.window.show(sheet));
    const dialog = within(await screen.findByRole('dialog'));
    expect(fake.calls.map(({ name }) => name)).not.toContain(call);
    await act(async () => void fireEvent.click(dialog.getByRole('button', { name: begin })));
    expect(fake.calls.at(-1)?.name).toBe(call);
  });

  it('to the guide: a check waits for its step, and the practice button ticks it', async () => {
    const plan: NonNullable<TokenView['partnerPlan']> = {
      startedAtMs: NOW,
      done: [],
      oldSecret: null,
      refusals: 0,
      refusalsNeeded: 3,
      firstRefusedAtMs: null,
      evidence: null,
      verifiedAtMs: null,
    };
    const one = desk([{ ...guided, partnerPlan: plan }], { ...partner, environmentId: 'practice' });
    const { fake, services } = await renderApp(appView(NOW, { credentials: [one] }));
    await act(async () => services.window.show({ kind: 'partner_guide', tokenId: 'p' }));
    const dialog = within(await screen.findByRole('dialog'));
    const isOff = (name: string): boolean =>
      dialog.getByRole('button', { name }).getAttribute('aria-disabled') === 'true';
    expect([isOff('Check that the token is refused'), isOff('Try the old secret')]).toEqual([
      true,
      true,
    ]);
    await act(
      async () =>
        void fireEvent.click(dialog.getByRole('button', { name: 'Revoke the practice key' })),
    );
    expect(fake.calls.at(-1)).toEqual({
      name: 'partnerPlanStep',
      input: { tokenId: 'p', step: 'revoke_key', done: true },
    });
  });
});
