// Where two diagnoses part, and what does not count as a difference.
import { describe, expect, it } from 'vitest';
import type {
  DiagnosisView,
  CheckLineView,
} from '../../electron/shared/diagnosis/diagnosis-view.ts';
import {
  compareChecks,
  firstDifference,
  toldApart,
} from '../../renderer/features/diagnosis/check-comparison.ts';

const check = (step: CheckLineView['step'], more: Partial<CheckLineView> = {}): CheckLineView => ({
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

const checkRun = (checks: readonly CheckLineView[]): DiagnosisView => ({
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
  checks: [...checks],
});

const differences = (
  left: readonly CheckLineView[],
  right: readonly CheckLineView[],
): readonly string[] =>
  compareChecks(checkRun(left), checkRun(right)).map(({ difference }) => difference);

describe('two diagnoses', () => {
  it('part at the first check that found something else', () => {
    const left = [check('clock'), check('token'), check('scope')];
    const refused = check('token', { verdict: 'bad', finding: 'failed' });
    const right = [
      check('clock'),
      refused,
      check('scope', { verdict: 'not_tried', finding: null }),
    ];
    const first = firstDifference(compareChecks(checkRun(left), checkRun(right)));
    expect(first?.left.step).toBe('token');
  });

  it('part where both failed, for different reasons', () => {
    const failed = (code: 'invalid_client' | 'invalid_scope'): CheckLineView =>
      check('token', { verdict: 'bad', finding: 'failed', failure: { code } });
    expect(differences([failed('invalid_client')], [failed('invalid_scope')])).toEqual(['verdict']);
  });

  it('part nowhere where only times, names and addresses differ', () => {
    const at = (text: string, durationMs: number): CheckLineView =>
      check('connect', { durationMs, facts: [{ name: 'addresses', text }] });
    expect(differences([at('192.0.2.1', 5)], [at('192.0.2.2', 90)])).toEqual(['none']);
  });

  it('tell a fact that differs though the verdict is the same', () => {
    const granted = (text: string): CheckLineView =>
      check('scope', { facts: [{ name: 'granted', text }] });
    const [compared] = compareChecks(
      checkRun([granted('Read')]),
      checkRun([granted('Read, Trade')]),
    );
    expect(compared).toMatchObject({ difference: 'details', details: ['granted'] });
  });

  it.each(['partner_never_uses_it', 'one_host_for_both', 'not_revocable'] as const)(
    'do not part where one was not tried by its nature: %s',
    (because) => {
      const left = check('revoke', { verdict: 'not_tried', finding: null, because });
      expect(differences([left], [check('revoke')])).toEqual(['none']);
    },
  );

  it('part where one was not tried for a reason that the other did not have', () => {
    const left = check('check', { verdict: 'not_tried', finding: null, because: 'no_token' });
    expect(differences([left], [check('check')])).toEqual(['verdict']);
  });

  it.each(['waiting', 'running'] as const)('are not judged at a check that is %s', (verdict) => {
    expect(differences([check('token', { verdict, finding: null })], [check('token')])).toEqual([
      'none',
    ]);
  });
});

describe('the names of the two', () => {
  const one = checkRun([]);
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
