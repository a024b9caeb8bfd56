// What needs somebody's attention, and for how long: a token that expired with nothing in its place stays in it.
import { describe, expect, it } from 'vitest';
import { needsPerson } from '../../electron/shared/credential-attention.ts';
import { needsAttention, standingOf, urgencyOf } from '../../renderer/model/token-standing.ts';
import { credential, token } from './fixtures.ts';

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
