// Where two ladders part, and what does not count as a difference.
import { describe, expect, it } from 'vitest';
import type { DiagnosisView, RungView } from '../../electron/shared/diagnosis/diagnosis-view.ts';
import {
  compareLadders,
  firstDifference,
  toldApart,
} from '../../renderer/features/diagnosis/check-comparison.ts';

const rung = (step: RungView['step'], more: Partial<RungView> = {}): RungView => ({
  place: 'token',
  step,
  verdict: 'good',
  finding: 'token_issued',
  because: null,
  durationMs: 10,
  failure: null,
  doors: [],
  facts: [],
  ...more,
});

const ladder = (rungs: readonly RungView[]): DiagnosisView => ({
  id: 'run-1',
  version: 2,
  credentialId: 'credential-1',
  label: 'Desk A',
  clientId: 'client-a',
  accessType: 'trader',
  environment: 'Lab',
  kind: 'sandbox',
  baseUrl: 'https://base.example',
  tradeUrl: 'https://trade.example',
  ownAuthority: false,
  scopes: [],
  startedAtMs: 0,
  endedAtMs: 1,
  stopped: false,
  rungs: [...rungs],
});

const differences = (left: readonly RungView[], right: readonly RungView[]): readonly string[] =>
  compareLadders(ladder(left), ladder(right)).map(({ difference }) => difference);

describe('two ladders', () => {
  it('part at the first rung that found something else', () => {
    const left = [rung('clock'), rung('token'), rung('scope')];
    const refused = rung('token', { verdict: 'bad', finding: 'failed' });
    const right = [rung('clock'), refused, rung('scope', { verdict: 'not_tried', finding: null })];
    const first = firstDifference(compareLadders(ladder(left), ladder(right)));
    expect(first?.left.step).toBe('token');
  });

  it('part where both failed, for different reasons', () => {
    const failed = (code: 'invalid_client' | 'invalid_scope'): RungView =>
      rung('token', { verdict: 'bad', finding: 'failed', failure: { code } });
    expect(differences([failed('invalid_client')], [failed('invalid_scope')])).toEqual(['verdict']);
  });

  it('part nowhere where only times, names and addresses differ', () => {
    const at = (text: string, durationMs: number): RungView =>
      rung('connect', { durationMs, facts: [{ name: 'addresses', text }] });
    expect(differences([at('192.0.2.1', 5)], [at('192.0.2.2', 90)])).toEqual(['none']);
  });

  it('tell a fact that differs though the verdict is the same', () => {
    const granted = (text: string): RungView =>
      rung('scope', { facts: [{ name: 'granted', text }] });
    const [compared] = compareLadders(ladder([granted('Read')]), ladder([granted('Read, Trade')]));
    expect(compared).toMatchObject({ difference: 'details', details: ['granted'] });
  });

  it.each(['partner_never_uses_it', 'one_host_for_both', 'not_revocable'] as const)(
    'do not part where one was not tried by its nature: %s',
    (because) => {
      const left = rung('revoke', { verdict: 'not_tried', finding: null, because });
      expect(differences([left], [rung('revoke')])).toEqual(['none']);
    },
  );

  it('part where one was not tried for a reason that the other did not have', () => {
    const left = rung('check', { verdict: 'not_tried', finding: null, because: 'no_token' });
    expect(differences([left], [rung('check')])).toEqual(['verdict']);
  });

  it.each(['waiting', 'running'] as const)('are not judged at a rung that is %s', (verdict) => {
    expect(differences([rung('token', { verdict, finding: null })], [rung('token')])).toEqual([
      'none',
    ]);
  });
});

describe('the names of the two', () => {
  const one = ladder([]);
  const timeOf = ({ startedAtMs }: DiagnosisView): string => `at ${startedAtMs}`;

  it.each<[string, Partial<DiagnosisView>, readonly [string, string]]>([
    ['labels', { label: 'Desk B' }, ['Desk A', 'Desk B']],
    ['environments', { environment: 'EU main' }, ['Desk A, Lab', 'Desk A, EU main']],
    ['times', { startedAtMs: 5 }, ['Desk A, at 0', 'Desk A, at 5']],
    ['sides', {}, ['Desk A, left', 'Desk A, right']],
  ])('tell them apart by their %s', (_, part, names) => {
    expect(toldApart([one, { ...one, ...part }], timeOf)).toEqual(names);
  });
});
