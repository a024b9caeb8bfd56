// The night: every end in the next 24 hours, what it takes for nothing to end before a time; and the
// reach of one credential.
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { TokenView } from '../../electron/shared/credentials/credential-view.ts';
import type { RenewalView } from '../../electron/shared/renewal/renewal-view.ts';
import { reachWords } from '../../renderer/features/credentials/detail/en-reach.ts';
import { reachOf } from '../../renderer/features/credentials/detail/reach.ts';
import {
  NIGHT_MS,
  nightEvents,
  nightPlan,
  timelineDots,
} from '../../renderer/features/night/night.ts';
import { appView, credential, renewal as renewalOf, token } from './fixtures.ts';
import { renderApp } from './render-app.tsx';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 0);
const HOUR = 60 * 60_000;
const DAY_SECONDS = 86_400;

const withToken = (label: string, part: Partial<TokenView>, renewal: RenewalView | null = null) =>
  credential(NOW, {
    id: label.toLowerCase(),
    label,
    renewal,
    tokens: [token(NOW, { id: `t-${label}`, lifetimeSeconds: DAY_SECONDS, ...part })],
  });
const renewing = (part: Partial<RenewalView> = {}) => renewalOf(NOW, part);

describe('the next 24 hours', () => {
  it('hold every end of a live token, every lease and every renewal, in order', () => {
    const events = nightEvents(
      [
        withToken('Late', { expiresAtMs: NOW + 20 * HOUR }),
        withToken('Renews', { expiresAtMs: NOW + 2 * HOUR }, renewing()),
        withToken('Lease', {
          expiresAtMs: NOW + 9 * HOUR,
          lease: { end: 'after', endsAtMs: NOW + 3 * HOUR },
        }),
        withToken('Dead', { expiresAtMs: NOW + HOUR, live: false }),
        withToken('Over', { expiresAtMs: NOW - 1 }),
        withToken('Tomorrow', { expiresAtMs: NOW + NIGHT_MS + 60_001 }),
      ],
      NOW,
    );
    expect(events.map(({ label, kind }) => `${label} ${kind}`)).toEqual([
      'Renews renewal',
      'Renews expiry',
      'Lease lease',
      'Lease expiry',
      'Late expiry',
    ]);
  });

  it('are stacked on the line where they fall together, up to where there is room', () => {
    const together = ['A', 'B', 'C', 'D'].map((label) =>
      withToken(label, { expiresAtMs: NOW + HOUR }),
    );
    const last = withToken('Last', { expiresAtMs: NOW + NIGHT_MS });
    const dots = timelineDots(nightEvents([last, ...together], NOW), NOW);
    expect(dots.map(({ label, lane }) => `${label} ${lane}`)).toEqual([
      'A 0',
      'B 1',
      'C 2',
      'Last 0',
    ]);
  });

  it.each(['revoking', 'propagating', 'confirming', 'not_verifiable'] as const)(
    'leave out a token that is being ended (%s), which nobody waits for',
    (state) => {
      const ending = [withToken('Ending', { expiresAtMs: NOW + HOUR, state })];
      expect(nightEvents(ending, NOW)).toEqual([]);
    },
  );
});

describe('making sure that nothing expires before a time', () => {
  const until = NOW + 10 * HOUR;

  it('renews what would end before and whose successor would not', () => {
    const plan = nightPlan(
      [
        withToken('Early', { expiresAtMs: NOW + HOUR }),
        withToken('Fine', { expiresAtMs: until }),
        withToken('Replaced', { expiresAtMs: NOW + HOUR, state: 'superseded' }),
      ],
      until,
      NOW,
    );
    expect(plan).toEqual({ tokenIds: ['t-Early'], renewing: [], impossible: [] });
  });

  it('names what cannot be done, with the reason', () => {
    const no = { check: true, renew: false, revoke: true, guide: false, copy: false, forget: true };
    const plan = nightPlan(
      [
        withToken('Partner', { expiresAtMs: NOW + HOUR, lifetimeSeconds: 7_200 }),
        withToken('Stuck', { expiresAtMs: NOW + HOUR, can: no }),
        withToken('Unknown', { expiresAtMs: null, lifetimeSeconds: null }),
        withToken('Leased', {
          expiresAtMs: NOW + 20 * HOUR,
          lease: { end: 'after', endsAtMs: NOW + HOUR },
        }),
      ],
      until,
      NOW,
    );
    expect(plan.tokenIds).toEqual([]);
    expect(plan.impossible.map(({ label, why }) => `${label} ${why}`)).toEqual([
      'Partner too_short',
      'Stuck cannot_renew',
      'Unknown no_end_known',
      'Leased lease',
    ]);
  });

  it('counts on renewal only where it is on for long enough', () => {
    const early = { expiresAtMs: NOW + HOUR };
    const plan = nightPlan(
      [
        withToken('On', early, renewing()),
        withToken('Short', early, renewing({ untilMs: NOW + HOUR })),
        withToken('Stopped', early, renewing({ phase: 'stopped' })),
      ],
      until,
      NOW,
    );
    expect(plan.renewing).toEqual(['on']);
    expect(plan.tokenIds).toEqual(['t-Short', 't-Stopped']);
  });
});

describe('a night with renewal on', () => {
  const until = NOW + 10 * HOUR;

  it('still names the tokens beside it that renewal leaves out', () => {
    const { tokens, ...desk } = withToken('Desk', { expiresAtMs: NOW + HOUR }, renewing());
    const beside = (id: string, part: Partial<TokenView>) =>
      token(NOW, { id, lifetimeSeconds: DAY_SECONDS, ...part });
    const all = [
      ...tokens,
      beside('leased', {
        expiresAtMs: NOW + 20 * HOUR,
        lease: { end: 'after', endsAtMs: NOW + HOUR },
      }),
      beside('unknown', { expiresAtMs: null, lifetimeSeconds: null }),
    ];
    const plan = nightPlan([{ ...desk, tokens: all }], until, NOW);
    expect(plan.renewing).toEqual(['desk']);
    expect(plan.impossible.map(({ why }) => why)).toEqual(['lease', 'no_end_known']);
  });

  it.each(['asking', 'checking'] as const)(
    'asks for no second successor while renewal is %s',
    (phase) => {
      const on = withToken('On', { expiresAtMs: NOW + 60_000 }, renewing({ phase }));
      expect(nightPlan([on], until, NOW)).toEqual({
        tokenIds: [],
        renewing: ['on'],
        impossible: [],
      });
    },
  );

  it('tells the end of a token that was replaced from that of one in use', () => {
    const old = withToken('Old', { expiresAtMs: NOW + HOUR, state: 'superseded' });
    expect(nightEvents([old], NOW)[0]?.replaced).toBe(true);
  });

  it('has no end of a lease after the token itself is over', () => {
    const lease = { end: 'after', endsAtMs: NOW + 4 * HOUR } as const;
    const events = nightEvents([withToken('Short', { expiresAtMs: NOW + HOUR, lease })], NOW);
    expect(events.map(({ kind }) => kind)).toEqual(['expiry']);
  });
});

describe('the reach of a credential', () => {
  const said = (parts: readonly Partial<TokenView>[]) => {
    const one = credential(NOW, {
      id: 'x',
      label: 'X',
      tokens: parts.map((part, index) => token(NOW, { id: `t${index}`, ...part })),
    });
    const reach = reachOf(one);
    return {
      reach,
      words: reachWords.ifNothing(reach, reach.deadByMs === null ? '' : 'T', 'trader'),
    };
  };

  it('ends with the last live token, and not with one that is dead', () => {
    const { reach, words } = said([
      { expiresAtMs: NOW + HOUR },
      { expiresAtMs: NOW + 5 * HOUR },
      { expiresAtMs: NOW + 9 * HOUR, live: false },
    ]);
    expect(reach.deadByMs).toBe(NOW + 5 * HOUR);
    expect(words).toBe('All tokens expire by T.');
  });

  it('promises nothing where an end is unknown', () => {
    const { words } = said([{ expiresAtMs: NOW + HOUR }, { expiresAtMs: null }]);
    expect(words).toMatch(
      /All tokens with a known end expire by T\. It is not known when 1 token ends\./,
    );
    expect(said([{ expiresAtMs: null }]).words).not.toContain('dead by');
    expect(said([]).words).toBe('No live tokens here.');
  });

  it('names what is granted, or where the server did not say, what was asked for', () => {
    const { reach } = said([{ grantedScopes: ['TRADER_TRADE'] }, { grantedScopes: null }]);
    expect(reach.liveScopes).toEqual(['TRADER_TRADE', 'TRADER_READ']);
    expect(reach.trading).toBe(1);
  });
});

describe('on screen', () => {
  it('shows what ends on a line, without what was replaced, and leads there by keys and by pointer', async () => {
    const { services } = await renderApp(
      appView(NOW, {
        credentials: [
          withToken('Early', { expiresAtMs: NOW + HOUR }),
          withToken('Late', { expiresAtMs: NOW + 20 * HOUR }),
          withToken('Replaced', { expiresAtMs: NOW + 60_000, state: 'superseded' }),
        ],
      }),
    );
    const line = screen.getByRole('listbox', { name: /^Next 24 hours/ });
    const [early, late] = within(line).getAllByRole('option');
    expect(within(line).getAllByRole('option')).toHaveLength(2);
    act(() => line.focus());
    expect(line.getAttribute('aria-activedescendant')).toBe(early?.id);
    fireEvent.keyDown(line, { key: 'ArrowRight' });
    fireEvent.keyDown(line, { key: 'Enter' });
    expect(services.window.current().selectedId).toBe('late');
    fireEvent.click(early!);
    expect(services.window.current().selectedId).toBe('early');
    expect(late?.getAttribute('aria-label')).toMatch(/^Late in EU main, /);
  });

  it('keeps the line out of the way while nothing ends within twelve hours', async () => {
    const credentials = [withToken('Late', { expiresAtMs: NOW + 13 * HOUR })];
    await renderApp(appView(NOW, { credentials }));
    expect(screen.queryByRole('listbox', { name: /^Next 24 hours/ })).toBeNull();
  });

  it('renews from the sheet of the night after one question of main', async () => {
    const { fake } = await renderApp(
      appView(NOW, {
        credentials: [
          withToken('Early', { expiresAtMs: NOW + HOUR }),
          withToken('Partner', { expiresAtMs: NOW + HOUR, lifetimeSeconds: 60 }),
        ],
      }),
    );
    fireEvent.click(screen.getByRole('button', { name: /^Next: Early in EU main/ }));
    const sheet = within(screen.getByRole('dialog', { name: 'Next 24 hours' }));
    expect(sheet.getByText(/a new one would not live that long/)).toBeDefined();
    await act(async () => fireEvent.click(sheet.getByRole('button', { name: 'Renew 1 token' })));
    expect(fake.calls.at(-1)).toEqual({ name: 'bulkRenew', input: { tokenIds: ['t-Early'] } });
  });
});
