// What is spoken about expiry.
import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { nextThresholdMs, thresholdWords } from '../../renderer/features/alerts/Announcers.tsx';
import { appView, credential, token } from './fixtures.ts';
import { renderApp } from './render-app.tsx';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 0);
const MINUTE = 60_000;
const ending = (label: string, inMs: number) =>
  credential(NOW, {
    id: label,
    label,
    tokens: [token(NOW, { id: `t-${label}`, expiresAtMs: NOW + inMs })],
  });

describe('spoken thresholds', () => {
  it('are 15, 5 and 1 minute, and the end', () => {
    const one = [ending('A', 20 * MINUTE)];
    const at = [5, 15, 19, 20].map((minute) => NOW + minute * MINUTE);
    let now = NOW;
    for (const expected of at) {
      const next = nextThresholdMs(one, now);
      expect(next).toBe(expected);
      now = next ?? now;
    }
    expect(nextThresholdMs(one, now)).toBeNull();
  });

  it('merge several tokens in one sentence and are silent otherwise', () => {
    const two = [ending('A', 5 * MINUTE), ending('B', 5 * MINUTE + 10)];
    expect(thresholdWords(two, NOW - 1, NOW + 20)).toBe(
      '2 tokens (A, B) expire in less than 5 minutes.',
    );
    expect(thresholdWords(two, NOW + 20, NOW + 30)).toBe('');
    expect(thresholdWords([ending('A', MINUTE)], NOW, NOW + MINUTE)).toBe(
      'The token of A has expired.',
    );
  });

  it('that passed unheard, as in a sleep, are one sentence for each token: what is true now', () => {
    const two = [ending('A', 20 * MINUTE), ending('B', 24 * MINUTE)];
    expect(thresholdWords(two, NOW, NOW + 21 * MINUTE)).toBe(
      'The token of B expires in less than 5 minutes. The token of A has expired.',
    );
  });

  it('count tokens, and name each credential once', () => {
    const one = ending('A', MINUTE);
    const twice = {
      ...one,
      tokens: one.tokens.flatMap((each) => [each, { ...each, id: 'other' }]),
    };
    expect(thresholdWords([twice, ending('B', MINUTE)], NOW, NOW + MINUTE)).toBe(
      '3 tokens (A, B) have expired.',
    );
  });

  it('name a few of thousands', () => {
    const many = Array.from({ length: 1_200 }, (_, index) => ending(`D${index}`, MINUTE));
    expect(thresholdWords(many, NOW, NOW + MINUTE)).toMatch(
      /^1,200 tokens \(D0, .+ and 1,\d{3} more\) have expired\.$/,
    );
  });
});

describe('the region that speaks them', () => {
  it('says the same words again where they are about another token', async () => {
    const desk = ending('A', MINUTE / 2);
    const [one] = desk.tokens;
    if (one === undefined) throw new Error('it has a token');
    const later = { ...one, id: 'later', expiresAtMs: NOW + 40_000 };
    const { clock } = await renderApp(
      appView(NOW, { credentials: [{ ...desk, tokens: [later, one] }] }),
    );
    act(() => clock.advance(31_000));
    const first = screen.getByText('The token of A has expired.');
    act(() => clock.advance(10_000));
    expect(screen.getByText('The token of A has expired.')).not.toBe(first);
  });
});
