// Rotation, plan for a leaked key, and drills as the window shows them: proof and word told apart, what
// is next opened, the watermark over every sheet.
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CredentialView } from '../../electron/shared/credentials/credential-view.ts';
import type { DrillResultView } from '../../electron/shared/practice/drill-view.ts';
import type { LeakPlanView, RotationView } from '../../electron/shared/incident/rotation-view.ts';
import { trend } from '../../renderer/features/practice/drills/en-drill.ts';
import { tokensLine } from '../../renderer/features/incident/en-rotation.ts';
import { isOver, partnerMarks, traderMarks } from '../../renderer/model/leak-standing.ts';
import {
  appView,
  credential,
  drill,
  environments,
  leakPlan,
  noOldTokens as none,
  rotation as rotationOf,
} from './fixtures.ts';
import { renderApp } from './render-app.tsx';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 0);
const rotation = (part: Partial<RotationView>) => rotationOf(NOW, part);
const plan = (part: Partial<LeakPlanView>) => leakPlan(NOW, part);

async function opened(part: Partial<CredentialView>, sheet: 'rotation' | 'leak_plan') {
  const one = credential(NOW, { id: 'desk-a', label: 'Desk-A', ...part });
  const app = await renderApp(
    appView(NOW, { credentials: [one], environments: [...environments] }),
  );
  await act(async () => app.services.window.show({ kind: sheet, credentialId: 'desk-a' }));
  return { ...app, dialog: await screen.findByRole('dialog') };
}

const marksOf = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole('listitem')
    .map((step) => step.dataset['mark']);

describe('the rotation assistant', () => {
  it('opens the step that is next, and says who waits', async () => {
    const { dialog } = await opened(
      {
        rotation: rotation({
          step: 2,
          newSecret: { atMs: NOW, fingerprint: '3f9a·02c1' },
        }),
      },
      'rotation',
    );
    expect(marksOf(dialog)).toEqual(['done', 'now', 'later', 'later', 'later']);
    expect(dialog.textContent).toContain('Rotation: step 2 of 5, waiting for you');
    expect(within(dialog).getByRole('button', { name: 'Check the new secret' })).toBeDefined();
  });

  it('calls nothing proven that is only accepted', async () => {
    const old = { ...none, accepted: 2 };
    const { dialog } = await opened({ rotation: rotation({ step: 4, old }) }, 'rotation');
    expect(marksOf(dialog)[2]).toBe('waits');
  });

  it('does not revoke before it is known what became of the old secret', async () => {
    const part = { step: 3 as const, old: { ...none, waiting: 1 } };
    const { dialog, fake } = await opened({ rotation: rotation(part) }, 'rotation');
    const button = within(dialog).getByRole('button', { name: /^Revoke 1 token/ });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await act(
      async () => void fireEvent.click(within(dialog).getByLabelText('It stopped at once')),
    );
    expect(fake.calls.at(-1)).toEqual({
      name: 'rotationSay',
      input: { credentialId: 'desk-a', oldSecret: 'stopped' },
    });
  });

  it('offers to revoke with the secret that works', async () => {
    const part = {
      step: 3 as const,
      old: { ...none, failed: 1 },
      oldSecretSaid: 'stopped' as const,
      oldSecretStopped: true,
    };
    const { dialog } = await opened({ rotation: rotation(part) }, 'rotation');
    expect(within(dialog).getByRole('alert').textContent).toContain('Neither secret is accepted');
    expect(
      within(dialog).getByRole('button', { name: 'Revoke 1 token with the new secret…' }),
    ).toBeDefined();
  });

  it('closes by itself once it is finished', async () => {
    const { fake, services } = await opened({ rotation: rotation({ step: 5 }) }, 'rotation');
    await act(async () =>
      fake.push((view) => ({
        credentials: view.credentials.map((each) => ({ ...each, rotation: null })),
      })),
    );
    expect(services.window.current().sheet).toBeNull();
  });
});

describe('the plan for a leaked key', () => {
  it('tells the person’s word from what was proven', async () => {
    const { dialog } = await opened(
      {
        leakPlan: plan({
          way: 'delete',
          said: ['delete_client'],
          oldSecret: { atMs: NOW, verdict: 'refused' },
          tokens: { ...none, dead: 2 },
        }),
      },
      'leak_plan',
    );
    expect(marksOf(dialog)).toEqual(['proven', 'said', 'proven', 'proven']);
    expect(within(dialog).getByText('Your word')).toBeDefined();
  });

  it('leads a Partner key to the business section, and offers no revocation', async () => {
    const { dialog } = await opened(
      { accessType: 'partner', registeredScopes: [], leakPlan: plan({}) },
      'leak_plan',
    );
    expect(dialog.textContent).toContain('in the web app, business section, API keys');
    expect(within(dialog).queryByRole('button', { name: /^Revoke/ })).toBeNull();
  });

  it.each([
    [{ ...none, dead: 2 }, 'proven'],
    [{ ...none, unproven: 1, dead: 1 }, 'unproven'],
    [{ ...none, accepted: 1 }, 'waits'],
    [{ ...none, waiting: 1 }, 'later'],
  ] as const)('marks the proof of tokens %j as %s', (tokens, mark) => {
    expect(traderMarks(plan({ tokens })).tokens).toBe(mark);
  });

  it('calls a revocation done that was accepted, and proven only what was refused since', () => {
    const marks = [
      { ...none, accepted: 1 },
      { ...none, unproven: 1 },
      { ...none, dead: 1 },
      { ...none, failed: 1 },
    ].map((tokens) => traderMarks(plan({ runId: 'run', tokens })).revoke);
    expect(marks).toEqual(['done', 'done', 'proven', 'now']);
  });

  it.each([traderMarks, partnerMarks])(
    'calls nothing proven where the old secret was destroyed without proof (%#)',
    (marksOfPlan) => {
      const unclear = { atMs: NOW, verdict: 'unclear' } as const;
      const marks = marksOfPlan(plan({ rotation: 'finished', oldSecret: unclear }));
      expect(marks).toMatchObject({ worthless: 'done', secret: 'unproven' });
    },
  );

  it('takes no word for a deletion where the rotation was chosen instead', () => {
    const marks = traderMarks(plan({ way: 'rotate', said: ['delete_client'] }));
    expect(marks.worthless).toBe('now');
  });

  it('is over only when the secret is refused and nothing is left to stop', () => {
    const refused = { atMs: NOW, verdict: 'refused' } as const;
    const over = [
      plan({ oldSecret: refused }),
      plan({ oldSecret: refused, tokens: { ...none, accepted: 1 } }),
      plan({ oldSecret: { atMs: NOW, verdict: 'unclear' } }),
      plan({ said: ['delete_client'] }),
    ].map(isOver);
    expect(over).toEqual([true, false, false, false]);
  });

  it('is not called unfinished where only putting it away is left', async () => {
    const over = plan({ oldSecret: { atMs: NOW, verdict: 'refused' } });
    const one = credential(NOW, { id: 'desk-a', label: 'Desk-A', leakPlan: over });
    const { services } = await renderApp(appView(NOW, { credentials: [one] }));
    await act(async () => services.window.open('desk-a'));
    const notices = screen.getAllByText(/^This key leaked: /).map(({ textContent }) => textContent);
    expect(notices.join(' ')).not.toContain('not finished');
  });

  it('counts tokens in one sentence', () => {
    expect(tokensLine({ ...none, failed: 1, dead: 2 })).toBe(
      '1 token the server will not revoke; 2 dead.',
    );
  });
});

describe('a sheet', () => {
  it('is closed, and the keys work again, when what it is about is gone', async () => {
    const { fake, services } = await opened({ leakPlan: plan({}) }, 'leak_plan');
    await act(async () => fake.push(() => ({ credentials: [] })));
    expect(services.window.current().sheet).toBeNull();
  });
});

const result = (part: Partial<DrillResultView>): DrillResultView => ({
  id: 'd',
  scenario: 'lost_answers',
  startedAtMs: NOW,
  how: 'finished',
  tokens: 5,
  acceptedAfterMs: 5_000,
  verifiedAfterMs: 30_000,
  mistakes: [],
  ...part,
});

describe('a drill', () => {
  it('stands over the window and over every sheet', async () => {
    const one = credential(NOW, { id: 'desk-a', label: 'Drill desk A' });
    const { services } = await renderApp(
      appView(NOW, {
        credentials: [one],
        drill: drill(NOW - 83_000, { leakedIds: ['desk-a'], tokens: 4, accepted: 1 }),
      }),
    );
    const band = screen.getByRole('region', { name: 'Drill' });
    expect(band.textContent).toContain('Drill desk A is in a public repository');
    expect(band.textContent).toContain('1:23 min');
    expect(band.textContent).toContain('1 of 4 accepted, 0 of 4 confirmed dead');
    await act(async () => services.window.show({ kind: 'shortcuts' }));
    expect((await screen.findByRole('dialog')).textContent).toContain('DRILL1:23 min');
  });

  it.each([
    [[result({})], 'The first of this drill.'],
    [[result({ verifiedAfterMs: 20_000 }), result({})], '0:10 min faster than last time.'],
    [
      [result({ mistakes: ['quit'], verifiedAfterMs: 41_000 }), result({})],
      '1 mistake more, 0:11 min slower than last time.',
    ],
    [[result({}), result({ how: 'stopped' }), result({})], 'Same as last time.'],
    [[result({ how: 'stopped' }), result({})], ''],
  ] as const)('compares like with like (%#)', (results, words) => {
    expect(trend(results, 0)).toBe(words);
  });
});

describe('the notes of a credential', () => {
  it.each([
    ['rotation', { rotation: rotation({}) }],
    ['leak_plan', { leakPlan: plan({}) }],
  ] as const)('stand in the sheet of its %s', async (sheet, part) => {
    const { dialog } = await opened({ ...part, notes: 'Ring the venue first.' }, sheet);
    expect(within(dialog).getByRole('note').textContent).toBe('Ring the venue first.');
  });
});
