// What needs somebody's attention, and for how long: a token that expired with nothing in its place stays in it.
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { needsPerson } from '../../electron/shared/credentials/credential-attention.ts';
import {
  headToken,
  needsAttention,
  standingOf,
  tokenFor,
  urgencyOf,
} from '../../renderer/model/token-standing.ts';
import { appView, canAll, canNothing, credential, token } from './fixtures.ts';
import { renderApp } from './render-app.tsx';

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
  it.each([
    ['nothing where its wait is over, as with a spread of 0 s', 0, /confirming\s*$/],
    ['the time that is left', 65_000, /confirming 1:0\d min$/],
  ])('shows %s', async (_name, leftMs, words) => {
    const confirming = token(nowMs, {
      id: 'a1',
      state: 'confirming',
      confirmsAtMs: nowMs + leftMs,
    });
    const credentials = [credential(nowMs, { id: 'a', label: 'A', tokens: [confirming] })];
    await renderApp(appView(nowMs, { credentials }));
    const word = screen.getAllByText(/^Refused here, confirming/).at(-1);
    expect(word?.textContent).toMatch(words);
  });
});

describe('the head of a credential', () => {
  const of = (...tokens: Parameters<typeof token>[1][]) =>
    credential(nowMs, { id: 'a', label: 'A', tokens: tokens.map((each) => token(nowMs, each)) });
  const HOUR = 3_600_000;
  const late = {
    id: 'late',
    fingerprint: '1111·1111',
    state: 'expiring',
    expiresAtMs: nowMs + HOUR,
  };
  const fresh = { id: 'fresh', fingerprint: '2222·2222' };
  const show = async (one: ReturnType<typeof of>) => {
    const app = await renderApp(appView(nowMs, { credentials: [one] }));
    fireEvent.click(screen.getByRole('row', { name: /^A/ }));
    const detail = screen.getByRole('region', { name: 'A' });
    const head = detail.querySelector<HTMLElement>('.detail-head');
    if (head === null) throw new Error('no head');
    const primary = () => head.querySelector('.button-primary')?.textContent;
    return { ...app, detail, head, primary };
  };

  it('is about the most urgent token, and its buttons mean that one', async () => {
    const one = of(fresh, { ...late, state: 'expiring' });
    expect(headToken(one)?.id).toBe('late');
    const { fake, head, primary } = await show(one);
    expect(head.textContent).toContain('1111·1111');
    expect(primary()).toBe('Renew');
    for (const [name, call] of [
      ['Renew', 'tokenRenew'],
      ['Check', 'tokenCheck'],
    ] as const) {
      await act(async () => void fireEvent.click(within(head).getByRole('button', { name })));
      expect(fake.calls.findLast((each) => each.name === call)?.input).toEqual({ tokenId: 'late' });
    }
  });

  it('is about a live token with which something can be done where it is not with the most urgent', () => {
    const lost = { id: 'lost', state: 'possibly_issued' as const, can: canNothing };
    expect(headToken(of(fresh, lost))?.id).toBe('fresh');
    expect(headToken(of(lost))?.id).toBe('lost');
    const over = { id: 'over', state: 'expired' as const, live: false, can: canAll };
    const dead = { id: 'dead', state: 'verified' as const, live: false, can: canNothing };
    expect(headToken(of(dead, over))?.id).toBe('dead');
    expect(tokenFor(of(dead, over), 'renew')).toBeNull();
  });

  it.each([
    ['active', 'Check'],
    ['superseded', 'Check'],
    ['expiring', 'Renew'],
    ['refused', 'Renew'],
    ['expired', 'Renew'],
  ] as const)('of a token that is %s has %s as its primary button', async (state, word) => {
    const live = state !== 'expired';
    const can = { ...canAll, check: live };
    const { primary } = await show(of({ id: 't', state, live, can }));
    expect(primary()).toBe(word);
  });

  it('tells state, time and fingerprint of its token once, and has the one card of it', async () => {
    const { detail, head } = await show(of(fresh));
    expect(within(detail).getAllByRole('timer')).toHaveLength(1);
    const card = within(detail).getByRole('article');
    expect(head.contains(card)).toBe(true);
    expect(card.textContent?.split('2222·2222')).toHaveLength(2);
    expect(detail.querySelectorAll('.state-mark')).toHaveLength(1);
  });

  it.each(['revoking', 'propagating', 'confirming', 'not_verifiable'] as const)(
    'of a token that is %s says when it would expire, and counts nothing down',
    async (state) => {
      const { head, detail } = await show(of({ id: 't', state, can: canNothing }));
      expect(head.textContent).toMatch(/would expire (\w{3} )?\d\d:\d\d/);
      expect(within(detail).queryByRole('timer')).toBeNull();
      expect(head.querySelector('.lifetime-bar')).toBeNull();
    },
  );
});

describe('the tabs of the detail', () => {
  it('follow the arrows, Home and End, and one alone is in the tab order', async () => {
    await renderApp(appView(nowMs, { credentials: [credential(nowMs, { id: 'a', label: 'A' })] }));
    fireEvent.click(screen.getByRole('row', { name: /^A/ }));
    const tab = (name: string) => screen.getByRole('tab', { name });
    tab('Tokens').focus();
    const shown: string[] = [];
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'Home', 'End']) {
      await act(
        async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key }),
      );
      shown.push(document.activeElement?.textContent ?? '');
      const [panel] = screen.getAllByRole('tabpanel');
      expect(panel?.getAttribute('aria-labelledby')).toBe(document.activeElement?.id);
    }
    expect(shown).toEqual(['Access', 'History', 'Tokens', 'History', 'Tokens', 'History']);
    expect(screen.getAllByRole('tab').map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0]);
  });
});
