// The rules of the health report as a table, with the clock moved over a year: each says on which days it holds.
import { describe, expect, it } from 'vitest';
import type { Credential } from '../../../electron/main/domain/credential.ts';
import { DAY_MS, secretDueOf } from '../../../electron/main/domain/secret-age.ts';
import {
  environmentRules,
  found,
  keyRules,
  vaultRules,
  type HealthWorld,
  type KeyFacts,
} from '../../../electron/main/health/health-rules.ts';
import { healthDetail, healthWords } from '../../../electron/shared/health/health-words.ts';
import { healthRules, type HealthRule } from '../../../electron/shared/health/health-view.ts';

/** Day 0: the credential was added, and everything about it is in order. */
const START = Date.UTC(2026, 0, 1);
const onDay = (day: number): number => START + day * DAY_MS;

interface Facts {
  readonly credential?: Partial<Credential>;
  readonly key?: Partial<KeyFacts>;
  readonly world?: Partial<HealthWorld>;
  readonly rotateAfterDays?: number;
  readonly authorityEndsAtMs?: number;
}

function rulesOn(day: number, facts: Facts): readonly HealthRule[] {
  const credential = {
    createdAtMs: START,
    secretSetAtMs: START,
    ownerAccount: 'desk',
    registeredScopes: ['TRADER_READ'],
    ...facts.credential,
  } as Credential;
  const world: HealthWorld = {
    nowMs: onDay(day),
    complete: true,
    locksByItself: true,
    hasRecoveryKey: false,
    waysBack: {
      backupTestedAtMs: START,
      recoveryKeyMadeAtMs: START,
      recoveryKeyUsedAtMs: START + 1,
    },
    oldestMs: START,
    ...facts.world,
  };
  const key: KeyFacts = {
    credential,
    due: secretDueOf(credential, { rotateAfterDays: facts.rotateAfterDays }),
    // Used every day, unless said.
    lastUse: {
      gotAtMs: world.nowMs,
      checkedAtMs: null,
      handedOutAtMs: null,
      tradedAtMs: null,
    },
    replacedAlive: 0,
    renews: false,
    sharedWith: 0,
    twoAccessTypes: false,
    ...facts.key,
  };
  const authorityEndsAtMs = facts.authorityEndsAtMs ?? null;
  return [
    ...found(vaultRules, null, world),
    ...found(environmentRules, { id: 'e', name: 'E', authorityEndsAtMs }, world),
    ...found(keyRules, key, world),
  ].map(([rule]) => rule);
}

/** Days of the year on which anything holds, as spans. */
function year(facts: Facts): readonly string[] {
  const spans: { rule: HealthRule; from: number; to: number }[] = [];
  for (let day = 0; day <= 365; day += 1) {
    for (const rule of rulesOn(day, facts)) {
      const last = spans.findLast((span) => span.rule === rule);
      if (last?.to === day - 1) last.to = day;
      else spans.push({ rule, from: day, to: day });
    }
  }
  return spans.map(({ rule, from, to }) => `${rule} ${from}-${to}`);
}

const never = { gotAtMs: null, checkedAtMs: null, handedOutAtMs: null, tradedAtMs: null };
const trades = { registeredScopes: ['TRADER_READ', 'TRADER_TRADE'] } as const;

const cases: readonly (readonly [string, Facts, readonly string[]])[] = [
  ['nothing where all is well', {}, []],
  ['a secret older than its rule', { rotateAfterDays: 90 }, ['secret_over 90-365']],
  [
    'a secret past its own end, which comes before the rule',
    { rotateAfterDays: 90, credential: { secretEnd: { atMs: onDay(10), saidAtMs: START } } },
    ['secret_over 10-365'],
  ],
  [
    'a secret that was replaced on day 80, from its own age on',
    { rotateAfterDays: 90, credential: { secretSetAtMs: onDay(80) } },
    ['secret_over 170-365'],
  ],
  ['never used, from a month on', { key: { lastUse: never } }, ['never_used 30-365']],
  [
    'never used is not said while the history is not read',
    { key: { lastUse: never }, world: { complete: false } },
    [],
  ],
  [
    'not used for 90 days',
    { key: { lastUse: { ...never, gotAtMs: onDay(20) } } },
    ['unused 110-365'],
  ],
  [
    'not used since its secret was replaced',
    {
      key: { lastUse: { ...never, gotAtMs: onDay(0) } },
      credential: { secretSetAtMs: onDay(100) },
    },
    ['unused 190-365'],
  ],
  [
    'handed out counts as used',
    { key: { lastUse: { ...never, gotAtMs: onDay(0), handedOutAtMs: onDay(200) } } },
    ['unused 290-365'],
  ],
  ['the same secret under two keys', { key: { sharedWith: 1 } }, ['same_secret 0-365']],
  [
    'both access types on one account',
    { key: { twoAccessTypes: true } },
    ['two_access_types 0-365'],
  ],
  ['no owner', { credential: { ownerAccount: '' } }, ['no_owner 0-365']],
  ['trade that was never used', { credential: trades }, ['trade_unused 30-365']],
  [
    'trade that was used once',
    { credential: trades, key: { lastUse: { ...never, gotAtMs: onDay(400), tradedAtMs: START } } },
    [],
  ],
  ['three replaced tokens that live', { key: { replacedAlive: 3 } }, ['left_to_live 0-365']],
  ['two are no habit', { key: { replacedAlive: 2 } }, []],
  ['a renewal under a vault that locks', { key: { renews: true } }, ['renewal_rests 0-365']],
  [
    'a renewal under a vault that never locks by itself',
    { key: { renews: true }, world: { locksByItself: false } },
    [],
  ],
  [
    'a recovery key that was never tried, from a week on',
    {
      world: {
        hasRecoveryKey: true,
        waysBack: {
          backupTestedAtMs: START,
          recoveryKeyMadeAtMs: onDay(50),
          recoveryKeyUsedAtMs: onDay(49),
        },
      },
    },
    ['recovery_untested 57-365'],
  ],
  [
    'a recovery key that was tried',
    {
      world: {
        hasRecoveryKey: true,
        waysBack: {
          backupTestedAtMs: START,
          recoveryKeyMadeAtMs: onDay(50),
          recoveryKeyUsedAtMs: onDay(51),
        },
      },
    },
    [],
  ],
  [
    'backups that were never tested, from a month on',
    {
      world: {
        waysBack: {
          backupTestedAtMs: null,
          recoveryKeyMadeAtMs: null,
          recoveryKeyUsedAtMs: null,
        },
      },
    },
    ['backups_untested 30-365'],
  ],
  [
    'an authority that ends in a month or less, and after its end',
    { authorityEndsAtMs: onDay(100) },
    ['authority_ends 70-365'],
  ],
];

describe('over a year, the report finds', () => {
  it.each(cases)('%s', (_, facts, spans) => {
    expect(year(facts)).toEqual(spans);
  });

  it('something by each of its rules', () => {
    const seen = new Set(cases.flatMap(([, , spans]) => spans.map((each) => each.split(' ')[0])));
    expect(healthRules.filter((rule) => !seen.has(rule))).toEqual([]);
  });
});

describe('each rule', () => {
  it.each(healthRules)('%s says what it is, why it matters and what to do', (rule) => {
    const { title, why, todo } = healthWords[rule];
    expect(title).not.toMatch(/\.$/);
    expect(why).toMatch(/\.$/);
    expect(todo).toMatch(/\.$/);
    const said = healthDetail(rule, { atMs: START, count: 2 }, () => 'a day');
    expect(said).not.toContain('undefined');
  });
});
