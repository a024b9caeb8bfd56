// Where two diagnoses part, and what does not count as a difference.
import { describe, expect, it } from 'vitest';
import type {
  DiagnosisView,
  CheckLineView,
} from '../../electron/shared/diagnosis/diagnosis-view.ts';
import { differenceOf, partingOf } from '../../renderer/features/diagnosis/check-comparison.ts';

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

describe('two diagnoses', () => {
  it('part at the first check that found something else', () => {
    const left = [check('clock'), check('token'), check('scope')];
    const refused = check('token', { verdict: 'bad', finding: 'failed' });
    const right = [
      check('clock'),
      refused,
      check('scope', { verdict: 'not_tried', finding: null }),
    ];
    expect(partingOf(checkRun(left), checkRun(right))).toBe(
      'They first differ here: Test token, token request.',
    );
  });

  it('part where both failed, for different reasons', () => {
    const failed = (code: 'invalid_client' | 'invalid_scope'): CheckLineView =>
      check('token', { verdict: 'bad', finding: 'failed', failure: { code } });
    expect(differenceOf(failed('invalid_client'), failed('invalid_scope'))).toBe('verdict');
  });

  it('part nowhere where only times, names and addresses differ', () => {
    const at = (text: string, durationMs: number): CheckLineView =>
      check('connect', { durationMs, facts: [{ name: 'addresses', text }] });
    expect(differenceOf(at('192.0.2.1', 5), at('192.0.2.2', 90))).toBeNull();
    expect(partingOf(checkRun([at('192.0.2.1', 5)]), checkRun([at('192.0.2.2', 90)]))).toBe(
      'Both diagnoses say the same at every check.',
    );
  });

  it('tell a fact that differs though the verdict is the same', () => {
    const granted = (text: string): CheckLineView =>
      check('scope', { facts: [{ name: 'granted', text }] });
    const [one, other] = [granted('Read'), granted('Read, Trade')];
    expect(differenceOf(one, other)).toBe('details');
    expect(partingOf(checkRun([one]), checkRun([other]))).toMatch(/differs first here: .*scope/);
  });

  it.each(['partner_never_uses_it', 'one_host_for_both', 'not_revocable'] as const)(
    'do not part where one was not tried by its nature: %s',
    (because) => {
      const left = check('revoke', { verdict: 'not_tried', finding: null, because });
      expect(differenceOf(left, check('revoke'))).toBeNull();
    },
  );

  it('part where one was not tried for a reason that the other did not have', () => {
    const left = check('check', { verdict: 'not_tried', finding: null, because: 'no_token' });
    expect(differenceOf(left, check('check'))).toBe('verdict');
  });

  it.each(['waiting', 'running'] as const)('are not judged at a check that is %s', (verdict) => {
    expect(differenceOf(check('token', { verdict, finding: null }), check('token'))).toBeNull();
  });
});
