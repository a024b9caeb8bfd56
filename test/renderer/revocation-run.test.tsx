// How a run of "Revoke everything" stands, derived from the tokens' own views.
import { describe, expect, it } from 'vitest';
import type { TokenView } from '../../electron/shared/credentials/credential-view.ts';
import type { FailureCode } from '../../electron/shared/failures/failure.ts';
import type { FailureFacts } from '../../electron/shared/failures/failure-say.ts';
import type { RevocationRunView } from '../../electron/shared/revoke-all/revocation-run-view.ts';
import { duration } from '../../electron/shared/duration.ts';
import { phaseWord, spoken, stop } from '../../renderer/features/revoke-all/en-revoke-all.ts';
import { newsBetween, standingOfRun } from '../../renderer/features/revoke-all/run-headline.ts';
import { credential, revocation as revocationOf, run as runOf, token } from './fixtures.ts';

const NOW = Date.UTC(2026, 10, 21, 3, 7);

const run = (part: Partial<RevocationRunView> = {}) => runOf(NOW, part);
const revocation = revocationOf(NOW);
type Part = Partial<TokenView> & { id: string };

function standing(
  tokens: readonly Part[],
  part: Partial<RevocationRunView> = {},
  sending: string[] = [],
) {
  const owner = credential(NOW, {
    id: 'desk-a',
    label: 'Desk-A',
    tokens: tokens.map((each) => token(NOW, each)),
    activities: sending.map((tokenId) => ({
      call: 'revoke',
      tokenId,
      nextTry: null,
      startedAtMs: NOW,
      isLeft: false,
    })),
  });
  return standingOfRun(run({ tokenIds: tokens.map(({ id }) => id), ...part }), [owner]);
}

const queued: Part = { id: 'q', state: 'revoking', revocation };
const retrying: Part = { id: 'r', state: 'revoking', revocation: { ...revocation, attempts: 2 } };
const failedWith = (facts: FailureFacts, code: FailureCode = 'connect_refused'): Part => ({
  ...retrying,
  revocation: { ...revocation, attempts: 2, failure: { code, facts } },
});

it.each<[string, Part, string]>([
  ['a call whose effect nobody knows', failedWith({ possiblyDone: true }), 'Unknown, retrying'],
  ['a call that never left', failedWith({}), 'Not sent, retrying'],
  [
    'a call that was turned away',
    failedWith({ status: 429 }, 'rate_limited'),
    'Not accepted, retrying',
  ],
  ['no failure', retrying, 'Unknown, retrying'],
])('after %s the word of a token that is asked again says so', (_name, part, word) => {
  const [job] = standing([part]).jobs;
  expect(job && phaseWord(job)).toBe(word);
});

const accepted: Part = {
  id: 'a',
  state: 'propagating',
  revocation: { ...revocation, attempts: 1, acceptedAtMs: NOW + 1_500 },
};
const dead: Part = {
  id: 'd',
  state: 'verified',
  revocation: { ...revocation, attempts: 1, acceptedAtMs: NOW + 900, verifiedAtMs: NOW + 6_000 },
};
const noProbe: Part = {
  id: 'n',
  state: 'not_verifiable',
  revocation: { ...revocation, attempts: 1, acceptedAtMs: NOW + 1_000 },
};
const failed: Part = {
  id: 'f',
  state: 'revoke_failed',
  revocation: { ...revocation, attempts: 1 },
};

describe('a run', () => {
  it('tells queued, sent and asked again apart', () => {
    const { jobs } = standing([queued, retrying, { ...queued, id: 's' }], {}, ['s']);
    expect(jobs.map(({ token: { id }, phase }) => [id, phase])).toEqual([
      ['r', 'retrying'],
      ['s', 'sending'],
      ['q', 'queued'],
    ]);
  });

  it('puts what needs somebody first', () => {
    expect(standing([dead, queued, failed]).jobs[0]?.phase).toBe('failed');
  });

  it('has no time to the last acceptance while one is missing', () => {
    expect(standing([accepted, queued])).toMatchObject({
      accepted: 1,
      toAccept: 2,
      acceptedAfterMs: null,
    });
  });

  it('tells the time to the last acceptance where the rest was refused for good', () => {
    expect(standing([dead, noProbe, failed])).toMatchObject({
      accepted: 2,
      toAccept: 3,
      unanswered: 0,
      acceptedAfterMs: 1_000,
    });
  });

  it('goes on waiting for an answer though another token was refused for good', () => {
    expect(standing([failed, retrying])).toMatchObject({ unanswered: 1, acceptedAfterMs: null });
  });

  it('does not call all proven while one that can be confirmed has no answer yet', () => {
    expect(standing([dead, { ...retrying, grantedScopes: ['TRADER_TRADE'] }])).toMatchObject({
      toVerify: 2,
      verified: 1,
      verifiedAfterMs: null,
    });
  });

  it('counts from the key press to the last acceptance and the last proof', () => {
    expect(standing([dead, noProbe])).toMatchObject({
      acceptedAfterMs: 1_000,
      verifiedAfterMs: 6_000,
      toVerify: 1,
      verified: 1,
      ended: true,
    });
  });

  it('never counts a token without a probe as proven', () => {
    expect(standing([noProbe])).toMatchObject({ toVerify: 0, verified: 0, verifiedAfterMs: null });
  });

  it('is not over while a Partner token waits for the person', () => {
    const owner = credential(NOW, {
      id: 'partner',
      label: 'Partner',
      accessType: 'partner',
      tokens: [token(NOW, { id: 'p', state: 'needs_you' })],
    });
    expect(standingOfRun(run({ guidedTokenIds: ['p'] }), [owner])).toMatchObject({
      ended: false,
      toAccept: 0,
    });
  });

  it('goes on counting as accepted what has expired since', () => {
    const gone: Part = { ...noProbe, state: 'expired' };
    const mixed = standing([dead, gone, { id: 'late', state: 'expired', revocation }]);
    expect(stop.accepted(mixed)).toBe('All 2 accepted');
    expect(stop.verified(mixed)).toBe('The one that can be confirmed is dead');
    const over = standing([gone, { ...accepted, state: 'expired' }]);
    expect(stop.accepted(over)).toBe('All 2 accepted');
    expect(stop.verified(over)).toBe('All have expired since');
    const never = standing([{ id: 'late', state: 'expired', revocation }]);
    expect(stop.accepted(never)).toBe('All have expired');
  });

  it('of one token says what came of it, with no count', () => {
    expect(stop.accepted(standing([accepted]))).toBe('Accepted');
    expect(stop.verified(standing([dead]))).toBe('Confirmed dead');
    expect(stop.verified(standing([dead, noProbe]))).toBe('The one that can be confirmed is dead');
    expect(stop.verified(standing([dead, failed]))).toBe('The one that can be confirmed is dead');
  });

  it('of Partner tokens alone says who has to act', () => {
    const said = (state: TokenView['state']): string => {
      const tokens = [token(NOW, { id: 'p', state })];
      const owner = credential(NOW, { id: 'x', label: 'X', accessType: 'partner', tokens });
      return stop.accepted(standingOfRun(run({ guidedTokenIds: ['p'] }), [owner]));
    };
    expect(said('needs_you')).toBe('1 Partner token needs you');
    expect(said('verified')).toBe('1 Partner token confirmed dead');
  });

  it('leaves alone what was not sent before the queue was stopped', () => {
    const { jobs } = standing([{ id: 'x' }], { cancelledAtMs: NOW + 5 });
    expect(jobs[0]?.phase).toBe('left_alone');
  });

  it('that was stopped never calls accepted what it left alone', () => {
    const halted = standing([{ id: 'x' }, dead], { cancelledAtMs: NOW + 5 });
    expect(halted.jobs.map(({ token: { id } }) => id)).toEqual(['x', 'd']);
    expect(stop.accepted(halted)).toBe('The one sent was accepted');
    expect(spoken(halted)).toContain('1 token left alone');
    const nothing = standing([{ id: 'x' }], { cancelledAtMs: NOW + 5 });
    expect(stop.accepted(nothing)).toBe('Nothing was sent');
  });
});

describe('what is read out of a run', () => {
  const before = standing([
    queued,
    { ...queued, id: 'q2' },
    { ...queued, id: 'q3' },
    { ...queued, id: 'q4' },
  ]);
  it('is the start', () => expect(newsBetween(null, before)).toBe('started'));
  it('is each quarter', () => {
    const after = standing([
      accepted,
      { ...queued, id: 'q2' },
      { ...queued, id: 'q3' },
      { ...queued, id: 'q4' },
    ]);
    expect(newsBetween(before, after)).toBe('quarter');
  });
  it('is each failure', () =>
    expect(newsBetween(standing([queued]), standing([failed]))).toBe('failed'));
  it('is the end', () => expect(newsBetween(standing([accepted]), standing([dead]))).toBe('ended'));
  it('is nothing in between', () => expect(newsBetween(before, before)).toBeNull());
  it('promises no proof before anything was accepted', () => {
    expect(spoken(standing([failed]))).toBe(
      '0 of 1 accepted. 1 revocation failed. Nothing to prove yet.',
    );
  });
  it('names failures with the count', () => {
    expect(spoken(standing([failed, dead]))).toBe(
      '1 of 2 accepted. 1 revocation failed. The one that can be confirmed is dead.',
    );
  });
});

describe('a duration', () => {
  it.each([
    [0, '0.0 s'],
    [801, '0.9 s'],
    [9_960, '10 s'],
    [41_200, '42 s'],
    [185_000, '3 min 05 s'],
  ])('of %i ms is never better than it was', (ms, text) => expect(duration(ms)).toBe(text));
});

describe('a run that could do nothing about a part of what was asked', () => {
  const dead: Part = {
    id: 'd',
    state: 'verified',
    revocation: { ...revocation, acceptedAtMs: NOW + 5, verifiedAtMs: NOW + 9, refusals: 3 },
  };

  it('does not say that all of it was accepted or is dead', () => {
    const all = standing([dead], { beyondIds: ['x', 'y'] });
    expect(stop.accepted(all)).toBe('1 of 3 accepted in this run');
    expect(stop.verified(all)).toBe('The one that can be confirmed is dead');
    expect(spoken(all)).toContain(stop.beyond(2));
  });

  it('says nothing of the kind where there is no such part', () => {
    const all = standing([dead]);
    expect([stop.accepted(all), stop.verified(all)]).toEqual(['Accepted', 'Confirmed dead']);
  });
});
