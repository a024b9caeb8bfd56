// What a diagnosis comes to: one cause with what to do, six steps, and a text for a ticket.
import { describe, expect, it } from 'vitest';
import { line } from '../../../electron/main/diagnosis/check-lines.ts';
import {
  causeOf,
  summaryOf,
  trackOf,
} from '../../../electron/shared/diagnosis/diagnosis-summary.ts';
import type {
  CheckLineView,
  DiagnosisView,
} from '../../../electron/shared/diagnosis/diagnosis-view.ts';
import type { Failure } from '../../../electron/shared/failures/failure.ts';
import { aDiagnosis } from '../../support/a-diagnosis.ts';

/** One in which everything is good but these. */
const withChecks = (...changed: readonly CheckLineView[]): DiagnosisView => {
  const view = aDiagnosis();
  return {
    ...view,
    checks: view.checks.map(
      (check) =>
        changed.find(({ place, step }) => place === check.place && step === check.step) ?? check,
    ),
  };
};
const failed = (place: CheckLineView['place'], step: CheckLineView['step'], failure: Failure) =>
  line(place, step, { verdict: 'bad', finding: 'failed', failure });
const amber = (step: CheckLineView['step'], finding: CheckLineView['finding']) =>
  line('token', step, { verdict: 'amber', finding });

describe('the cause of a diagnosis', () => {
  it('is one for two hosts that fail alike, and names both', () => {
    const at = (place: 'base' | 'trade', host: string) =>
      failed(place, 'tls', { code: 'tls_unknown_authority', facts: { host } });
    const cause = causeOf(withChecks(at('base', 'api.test'), at('trade', 'trade.test')));
    expect(cause.text).toBe(
      'The certificate of api.test and trade.test comes from an authority this machine does not trust.',
    );
    expect(cause.todo).toHaveLength(1);
  });

  it('is what an answer looks like, where that says more than the refusal', () => {
    const failure: Failure = { code: 'endpoint_mismatch', facts: { call: 'token', status: 404 } };
    const check: CheckLineView = {
      ...failed('token', 'token', failure),
      doors: ['trading_host', 'other_access_type'],
    };
    expect(causeOf(withChecks(check))).toMatchObject({
      text: 'It looks like there is no token endpoint at this address.',
      todo: ['Check the base address and the access type.'],
      failure,
    });
  });

  it('is that it works, with everything to look at, where nothing failed', () => {
    const { text, todo } = causeOf(
      withChecks(amber('revoke', 'revoke_impossible'), amber('clock', 'clock_off')),
    );
    expect(text).toBe('It works. Look at this all the same.');
    expect(todo).toHaveLength(2);
  });

  it('does not say that it works where the check showed nothing', () => {
    expect(causeOf(withChecks(amber('check', 'check_unclear'))).text).toBe(
      'Nothing failed. Look at this.',
    );
  });

  it('is that it was stopped, where nothing failed before', () => {
    expect(causeOf({ ...withChecks(), stopped: true }).text).toBe('Stopped before the end.');
  });
});

describe('the six steps of a diagnosis', () => {
  const verdicts = (view: DiagnosisView) => trackOf(view).map(({ verdict }) => verdict);

  it('have one cross, where something failed, and no tick behind it', () => {
    const untried = (step: CheckLineView['step']): CheckLineView => ({
      ...line('token', step, { verdict: 'not_tried', finding: null }),
      because: 'no_token',
    });
    const view = withChecks(
      failed('token', 'token', { code: 'invalid_client' }),
      ...(['scope', 'check', 'revoke', 'refused'] as const).map(untried),
    );
    expect(verdicts(view)).toEqual(['good', 'good', 'good', 'bad', 'not_tried', 'not_tried']);
  });

  it.each([
    [
      'are ticked where a host is not used by the nature of the access type',
      'trade',
      'partner_never_uses_it',
      'good',
    ],
    [
      'show no tick for TLS where one of two hosts was not reached',
      'base',
      'host_not_reached',
      'not_tried',
    ],
  ] as const)('%s', (_, host, because, verdict) => {
    const untried = line(host, 'tls', { verdict: 'not_tried', finding: null });
    expect(verdicts(withChecks({ ...untried, because }))[2]).toBe(verdict);
  });
});

describe('the summary of a diagnosis', () => {
  it('is plain text: what was diagnosed, the cause, and a line for each check', () => {
    const view = withChecks(failed('token', 'token', { code: 'invalid_client' }));
    const lines = summaryOf(view).split('\n');
    expect(lines.slice(0, 3)).toEqual([
      'Diagnosis of Desk A, Lab',
      '2026-01-15 12:00 UTC',
      'Client id client-1, trader; https://api.example.com, https://trade.example.com',
    ]);
    expect(lines[4]).toMatch(/^The client id or the secret is wrong.* replace the secret/);
    expect(lines).toContain('Token host, name lookup: Good. The host accepts connections.');
    expect(lines.filter((text) => text.includes(': '))).toHaveLength(view.checks.length);
  });
});
