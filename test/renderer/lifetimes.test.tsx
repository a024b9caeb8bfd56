// The week of a credential's tokens: from when to when each could be used, when there was none, and how it is told.
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { HistoryEventView } from '../../electron/shared/history/history-view.ts';
import { lifetimesOf, weekBegins } from '../../renderer/features/history/lifetimes.ts';
import { appView, credential, HOUR, MINUTE, token } from './fixtures.ts';
import { renderApp } from './render-app.tsx';

/** Saturday, in the calendar of whoever runs this. */
const NOW = new Date(2026, 10, 21, 9, 0).getTime();
const at = (day: number, hour: number, minute = 0): number =>
  new Date(2026, 10, day, hour, minute).getTime();

type Event = NonNullable<HistoryEventView['event']>;
let seq = 0;
const event = (what: Event['what'], atMs: number, tokenId: string, more: Partial<Event> = {}) => {
  seq += 1;
  const told = { what, atMs, by: 'app', tokenId, fingerprint: `${tokenId}·0000`, ...more } as Event;
  return { seq, event: told };
};
const newestFirst = (...events: HistoryEventView[]): HistoryEventView[] => events.toReversed();

const NIGHT = newestFirst(
  event('token_received', at(20, 0), 'a', { endsAtMs: at(20, 2, 10) }),
  event('token_checked', at(20, 1), 'a', { word: 'honoured' }),
  event('token_received', at(20, 2, 24), 'b', { endsAtMs: at(22, 2) }),
);

describe('the lives of tokens', () => {
  it('leave the hole in the night', () => {
    const { lives, gaps } = lifetimesOf(NIGHT, [], NOW, null);
    expect(gaps).toEqual([{ fromMs: at(20, 2, 10), untilMs: at(20, 2, 24) }]);
    expect(lives.map(({ end, checks }) => [end, checks.length])).toEqual([
      ['expiry', 1],
      ['expiry', 0],
    ]);
  });

  it('end with an accepted revocation, not with its asking', () => {
    const events = newestFirst(
      event('token_received', at(20, 0), 'a', { endsAtMs: at(21, 0) }),
      event('revoke_asked', at(20, 3), 'a'),
      event('revoke_accepted', at(20, 4), 'a'),
      event('verified_dead', at(20, 5), 'a'),
    );
    const [life] = lifetimesOf(events, [], NOW, null).lives;
    expect(life).toMatchObject({ untilMs: at(20, 4), end: 'revoked' });
  });

  it('end with the first refusal after which nothing works, and go on over one that passed', () => {
    const check = (hour: number, word: string) =>
      event('token_checked', at(20, hour), 'a', { word });
    const got = event('token_received', at(20, 0), 'a', { endsAtMs: at(21, 0) });
    const last = (...checks: HistoryEventView[]) =>
      lifetimesOf(newestFirst(got, ...checks), [], NOW, null).lives[0];
    expect(last(check(3, 'refused'), check(4, 'refused'))).toMatchObject({
      untilMs: at(20, 3),
      end: 'refused',
    });
    expect(last(check(3, 'refused'), check(4, 'honoured'))).toMatchObject({ end: 'expiry' });
  });

  it('know of a token that the history does not tell of, and of no other token than it says', () => {
    const tokens = [
      token(NOW, { id: 'a', sentAtMs: NOW - HOUR }),
      token(NOW, { id: 'p', state: 'possibly_issued' }),
    ];
    const { lives, gaps } = lifetimesOf([], tokens, NOW, null);
    expect(lives.map(({ fromMs }) => fromMs)).toEqual([NOW - HOUR]);
    expect(gaps).toEqual([]);
  });

  it('of a token whose end nobody said last as long as it was heard of', () => {
    const events = newestFirst(
      event('token_received', at(20, 0), 'a'),
      event('token_checked', at(20, 6), 'a', { word: 'honoured' }),
    );
    expect(lifetimesOf(events, [], NOW, null).lives[0]).toMatchObject({
      untilMs: at(20, 6),
      end: 'unknown',
    });
  });

  it('say nothing of the time before the first, nor of what was not read', () => {
    expect(lifetimesOf(NIGHT, [], NOW, null).days).toHaveLength(2);
    const gapsOf = (readFromMs: number | null) =>
      lifetimesOf(NIGHT, [], NOW, readFromMs).gaps.map(({ fromMs }) => fromMs);
    expect(gapsOf(null)).not.toContain(weekBegins(NOW));
    expect(gapsOf(at(20, 2, 15))).toEqual([at(20, 2, 15)]);
    const old = event('token_received', at(1, 0), 'o', { endsAtMs: at(2, 0) });
    const { days, gaps } = lifetimesOf([old], [], NOW, null);
    expect(days).toHaveLength(7);
    expect(gaps).toEqual([{ fromMs: weekBegins(NOW), untilMs: NOW }]);
  });
});

describe('the History tab', () => {
  async function shown(pages: (before: number | null) => HistoryEventView[]) {
    const desk = credential(NOW, { id: 'desk-a', label: 'Desk-A', tokens: [] });
    const app = await renderApp(appView(NOW, { credentials: [desk] }));
    app.fake.reply('historyPage', ({ before }) => {
      const events = pages(before);
      return { ok: true, value: { events, next: before === null ? 5 : null, total: 9 } };
    });
    fireEvent.click(screen.getByRole('row', { name: /Desk-A/ }));
    await act(async () => fireEvent.click(screen.getByRole('tab', { name: 'History' })));
    return await screen.findByRole('region', { name: 'Tokens of the last 7 days' });
  }

  it('says when there was no token, draws it, and has it in a table', async () => {
    const [got, ...earlier] = NIGHT;
    const chart = await shown((before) => (before === null ? [got!] : earlier));
    await within(chart).findByText(/^Once without a token: Fri 02:10 .* to Fri 02:24 .*\.$/);
    expect(chart.querySelectorAll('.lifetimes-day')).toHaveLength(2);
    expect(chart.querySelectorAll('.lifetimes-day .lifetimes-gap')).toHaveLength(1);
    expect(chart.querySelectorAll('.lifetimes-day .lifetimes-check')).toHaveLength(1);
    const rows = within(chart).getAllByRole('row').slice(1);
    expect(rows.map((row) => row.firstChild?.textContent)).toEqual([
      'Token b·0000',
      'No token',
      'Token a·0000',
    ]);
  });

  it('draws a cut where a token was revoked', async () => {
    const chart = await shown((before) =>
      before === null
        ? newestFirst(
            event('token_received', NOW - HOUR, 'a', { endsAtMs: NOW + HOUR }),
            event('revoke_accepted', NOW - 30 * MINUTE, 'a'),
          )
        : [],
    );
    await within(chart).findByText(/^Once without a token: since 08:30/);
    expect(chart.querySelectorAll('.lifetimes-day .lifetimes-cut')).toHaveLength(1);
  });
});
