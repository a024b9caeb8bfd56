// What needs somebody's attention, and for how long: a token that expired with nothing in its place stays in it.
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { needsPerson } from '../../electron/shared/credentials/credential-attention.ts';
import { needsAttention, standingOf, urgencyOf } from '../../renderer/model/token-standing.ts';
import { appView, credential, token } from './fixtures.ts';
import { renderApp, standInForLayout } from './render-app.tsx';

const nowMs = Date.UTC(2025, 5, 3, 12);
const expired = { state: 'expired' as const, live: false };

describe('a credential', () => {
  it('needs attention while its expired token is not replaced, as in the tray', () => {
    const seen = credential(nowMs, {
      id: 'a',
      label: 'A',
      tokens: [token(nowMs, { id: 'a1', ...expired, unreplaced: true })],
    });
    expect([needsAttention(seen), needsPerson(seen), standingOf(seen)]).toEqual([
      true,
      true,
      'expired',
    ]);
  });

  it('needs none for an expired token that was replaced, ended or dismissed', () => {
    const seen = credential(nowMs, {
      id: 'a',
      label: 'A',
      tokens: [token(nowMs, { id: 'a1', ...expired })],
    });
    expect([needsAttention(seen), needsPerson(seen)]).toEqual([false, false]);
  });

  it('is as urgent with one such token as with several', () => {
    const tokens = ['a1', 'a2', 'a3'].map((id) =>
      token(nowMs, { id, ...expired, unreplaced: true }),
    );
    const one = credential(nowMs, { id: 'a', label: 'A', tokens: tokens.slice(0, 1) });
    const all = credential(nowMs, { id: 'a', label: 'A', tokens });
    expect(urgencyOf(all)).toBe(urgencyOf(one));
  });

  it('is about such a token where another is only revoked', () => {
    const seen = credential(nowMs, {
      id: 'a',
      label: 'A',
      tokens: [
        token(nowMs, { id: 'a2', state: 'verified', live: false }),
        token(nowMs, { id: 'a1', ...expired, unreplaced: true }),
      ],
    });
    expect(standingOf(seen)).toBe('expired');
  });
});

describe('a token that is being confirmed', () => {
  standInForLayout();

  it.each([
    ['nothing where its wait is over, as with a spread of 0 s', 0, /confirming\s*$/],
    ['the time that is left', 65_000, /confirming 1:0\d$/],
  ])('shows %s', async (_name, leftMs, words) => {
    const confirming = token(nowMs, {
      id: 'a1',
      state: 'confirming',
      confirmsAtMs: nowMs + leftMs,
    });
    const credentials = [credential(nowMs, { id: 'a', label: 'A', tokens: [confirming] })];
    await renderApp(appView(nowMs, { credentials }));
    const [word] = screen.getAllByText(/^Refused here, confirming/);
    expect(word?.textContent).toMatch(words);
  });
});
