import { describe, expect, it } from 'vitest';
import { incidentPage } from '../../../electron/main/incident/incident-page.ts';
import { incidentHeadline } from '../../../electron/main/incident/incident-page-words.ts';
import {
  incidentReport,
  reportedState,
  type ReportSources,
} from '../../../electron/main/incident/incident-report.ts';
import type { RevocationRunId } from '../../../electron/main/domain/ids.ts';
import type { RevocationRun } from '../../../electron/main/domain/revocation-run.ts';
import type { Token } from '../../../electron/main/domain/token.ts';
import { firstIntent } from '../../../electron/main/tokens/revocation/revocation-attempts.ts';
import { tokenStates } from '../../../electron/shared/words.ts';
import { tokenState } from '../../../electron/main/domain/token-state.ts';
import { credential, environment, token } from '../vault/vault-samples.ts';

const PRESSED = Date.UTC(2026, 10, 21, 3, 7, 0);

function revoked(index: number, facts: Partial<NonNullable<Token['revocation']>>): Token {
  return {
    ...token(index),
    sentAtMs: PRESSED - 60_000,
    requestedScopes: ['TRADER_TRADE'],
    grantedScopes: ['TRADER_TRADE'],
    fingerprint: `aaaa·000${index}`,
    revocation: {
      ...firstIntent(PRESSED),
      attempts: 1,
      acceptedAtMs: PRESSED + 900,
      ...facts,
    },
  };
}

const tokens = [
  revoked(0, { refusals: 3, verifiedAtMs: PRESSED + 4_200 }),
  revoked(2, { acceptedAtMs: PRESSED + 1_500 }),
  revoked(4, {
    acceptedAtMs: null,
    terminalFailure: { code: 'invalid_client', facts: { status: 401 } },
  }),
];
const run: RevocationRun = {
  id: 'run-1' as RevocationRunId,
  scope: { kind: 'all' },
  pressedAtMs: PRESSED,
  tokenIds: tokens.map(({ id }) => id),
  guidedTokenIds: [],
  firstSentAtMs: PRESSED + 12,
  cancelledAtMs: null,
  closedAtMs: null,
  drillId: null,
};

const reportOf = (some: readonly Token[]) =>
  incidentReport(sources({ tokens: some, run: { ...run, tokenIds: some.map(({ id }) => id) } }));

function sources(part: Partial<ReportSources> = {}): ReportSources {
  const nowMs = PRESSED + 10_000;
  return {
    run,
    environments: [environment],
    credentials: [credential(0), credential(2), credential(4)],
    tokens,
    beyond: [],
    stateOf: (each) => tokenState(each, 'trader', { nowMs, remainingMs: 3_600_000 }),
    nowMs,
    zone: 'Europe/Berlin',
    version: '0.1.0',
    ...part,
  };
}

const alone = (token: Token): Token => ({ ...token, revocation: null });

describe('the incident report', () => {
  it('counts what was accepted, proven and not', () => {
    expect(incidentReport(sources()).counts).toEqual({
      tokens: 3,
      accepted: 2,
      verifiedDead: 1,
      confirming: 0,
      notVerifiable: 0,
      stillHonoured: 0,
      notAccepted: 1,
      expired: 0,
      leftAlone: 0,
      byThePerson: 0,
      outOfReach: 0,
      notRecorded: 0,
    });
  });

  it('tells what was asked, not what was done: what was out of reach is in headline, page and facts', () => {
    const dead = tokens.filter(({ revocation }) => revocation?.verifiedAtMs != null);
    const beyond = [
      { ...alone(revoked(6, {})), issue: 'possibly_issued' as const, fingerprint: '' },
      { ...alone(revoked(7, {})), forgottenAtMs: PRESSED - 1 },
    ];
    const only = { ...run, tokenIds: dead.map(({ id }) => id) };
    const all = incidentReport(sources({ run: only, tokens: [...dead, ...beyond], beyond }));
    expect(all.counts).toMatchObject({ tokens: 3, verifiedDead: 1, outOfReach: 2 });
    expect(all.tokens.map(({ state }) => state)).toEqual([
      'verified',
      'possibly_issued',
      'forgotten',
    ]);
    expect(incidentHeadline(all)).toEqual({ text: '2 of 3 tokens may still work', tone: 'alarm' });
    expect(incidentPage(all, 'x.json', 'k')).toContain('Out of reach, may still work');
  });

  it('counts what was left alone when the queue was stopped: every token is in a count', () => {
    const left = tokens.map((each) => (each.id === run.tokenIds[1] ? alone(each) : each));
    const { counts } = incidentReport(sources({ tokens: left }));
    expect(counts).toMatchObject({ tokens: 3, accepted: 1, leftAlone: 1, notAccepted: 1 });
  });

  it('counts as left alone what is kept in quarantine too', () => {
    const odd = tokens.map((each) => ({ ...alone(each), issue: 'quarantined' as const }));
    expect(incidentReport(sources({ tokens: odd })).counts.leftAlone).toBe(3);
  });

  it('tells a token as over only where no server may honour it any more', () => {
    expect([reportedState('expired', true), reportedState('expired', false)]).toEqual([
      'unclear',
      'expired',
    ]);
  });

  it('counts every duration from the key press', () => {
    expect(incidentReport(sources()).run).toMatchObject({
      pressedAt: '2026-11-21T03:07:00.000Z',
      firstByteAfterMs: 12,
      lastAcceptedAfterMs: 1_500,
      lastVerifiedAfterMs: 4_200,
    });
  });

  it('tells the timeline in order', () => {
    expect(incidentReport(sources()).timeline.map(({ what }) => what)).toEqual([
      'The revocation was confirmed.',
      'The first revocation left.',
      'Token aaaa·0000: accepted by the server.',
      'Token aaaa·0002: accepted by the server.',
      'Token aaaa·0000: confirmed dead.',
    ]);
  });

  it('never calls an accepted token dead', () => {
    const [, spreading] = incidentReport(sources()).tokens;
    expect(spreading?.verdict).toBe('Accepted by the server; it may still work for some minutes.');
  });

  it('counts one of anything as one', () => {
    const [first] = run.tokenIds;
    const scope = { kind: 'selection', tokenIds: first === undefined ? [] : [first] } as const;
    const once = tokens.slice(0, 1).map((each) => ({
      ...each,
      revocation: each.revocation && { ...each.revocation, refusals: 1 },
    }));
    const report = incidentReport(sources({ run: { ...run, scope }, tokens: once }));
    const page = incidentPage(report, 'x.json', 'ff');
    const plural = /\b1\s+(?:\w+\s+)?(?:attempts|refusals|tokens)\b/;
    expect(page).not.toMatch(plural);
  });

  it('is marked where it was a drill', () => {
    const drill = { ...run, drillId: 'drill-1' as RevocationRun['drillId'] };
    const page = incidentPage(incidentReport(sources({ run: drill })), 'x.json', 'ff');
    expect(page).toContain('DRILL: nothing in this report is real.');
  });

  it('says its verdict first, as the headline', () => {
    const page = incidentPage(incidentReport(sources()), 'x.json', 'ff');
    expect(page).toMatch(/<h1 class="alarm">1 of 3 tokens may still work<\/h1>/);
    expect(incidentHeadline(reportOf(tokens.slice(0, 1)))).toEqual({
      text: 'The token is confirmed dead',
      tone: 'good',
    });
    expect(incidentHeadline(reportOf(tokens.slice(0, 2)))).toEqual({
      text: '1 of 2 tokens confirmed dead, 1 not confirmed',
      tone: 'open',
    });
  });

  const notOver = tokenStates.filter((state) => state !== 'verified' && state !== 'expired');
  it.each(notOver)('has a headline that calls nothing dead that is %s', (state) => {
    const dead = reportOf(tokens.slice(0, 1));
    const rows = [...dead.tokens, ...dead.tokens.map((row) => ({ ...row, state }))];
    const headline = incidentHeadline({
      ...dead,
      tokens: rows,
      counts: { ...dead.counts, tokens: 2 },
    });
    const waits = ['propagating', 'confirming', 'not_verifiable'].includes(state);
    expect(headline).toEqual(
      waits
        ? { text: '1 of 2 tokens confirmed dead, 1 not confirmed', tone: 'open' }
        : { text: '1 of 2 tokens may still work', tone: 'alarm' },
    );
  });

  it('counts a token of the run that is no longer in the vault as not recorded', () => {
    const report = incidentReport(sources({ tokens: tokens.slice(0, 1) }));
    expect(report.counts).toMatchObject({ tokens: 1, notRecorded: 2 });
    expect(incidentHeadline(report)).toEqual({
      text: '1 of 3 tokens confirmed dead, 2 no longer recorded here',
      tone: 'open',
    });
  });

  it('says nothing that is zero, and no milliseconds', () => {
    const page = incidentPage(incidentReport(sources()), 'x.json', 'ff');
    expect(page).toContain('<dt>Not accepted</dt>');
    expect(page).not.toContain('<dt>Expired</dt>');
    expect(page).toContain('2026-11-21 03:07:00');
    expect(page).not.toMatch(/\d ms\b|\.\d{3}Z/);
  });

  it('lists what may still work before what is dead', () => {
    const page = incidentPage(incidentReport(sources()), 'x.json', 'ff');
    const listed = [...page.matchAll(/<code class="fingerprint">(\S+)<\/code>/g)];
    expect(listed.map(([, each]) => each)).toEqual(['aaaa·0004', 'aaaa·0000', 'aaaa·0002']);
    expect(page).toMatch(/<td class="alarm">NOT REVOKED/);
  });

  it('breaks no fingerprint', () => {
    const page = incidentPage(incidentReport(sources()), 'x.json', 'ff');
    expect(page).toContain('<code class="fingerprint">aaaa·0000</code>');
    expect(page).toMatch(/\.fingerprint \{ white-space: nowrap/);
  });

  it('draws the run: a line for each token, with a text in its place', () => {
    const page = incidentPage(incidentReport(sources()), 'x.json', 'ff');
    expect(page.match(/<line class="run-line"/g)).toHaveLength(3);
    expect(page).toMatch(
      /role="img"\s+aria-label="3 tokens on a time axis\. First byte after 0\.1 s/,
    );
    expect(page).toContain('run-mark failed');
    expect(page).not.toMatch(/<script| on\w+=| style=/);
  });

  it('shows hostile labels as text', () => {
    const hostile = { ...credential(0), label: '<img src=x onerror=alert(1)>' };
    const page = incidentPage(
      incidentReport(sources({ credentials: [hostile, credential(2), credential(4)] })),
      'x.json',
      'ff',
    );
    expect(page).not.toContain('<img');
  });
});
