// What makes a key unhealthy: one table of rules over facts, each with what it found. Pure; no clock of its own.
import {
  healthRules,
  type HealthFinding,
  type HealthRule,
} from '../../shared/health/health-view.ts';
import type { LastUseView } from '../../shared/health/secret-due.ts';
import type { Credential } from '../domain/credential.ts';
import { DAY_MS, type SecretDue } from '../domain/secret-age.ts';
import type { WaysBack } from './last-uses.ts';

/** So long something new may be unused or untested. */
const GRACE_MS = 30 * DAY_MS;
/** A recovery key is tried while whoever wrote it down still sits there. */
const RECOVERY_GRACE_MS = 7 * DAY_MS;
const UNUSED_MS = 90 * DAY_MS;
/** An authority is told so long before its end. */
const AUTHORITY_MS = 30 * DAY_MS;
/** From so many replaced live tokens on it is a habit. */
const HABIT = 3;

/** What is known beside the facts of one credential. */
export interface HealthWorld {
  readonly nowMs: number;
  /** The history was read to its end: what is not known did not happen. */
  readonly complete: boolean;
  /** The vault locks for lack of use, at sleep or with the screen. */
  readonly locksByItself: boolean;
  readonly hasRecoveryKey: boolean;
  readonly waysBack: WaysBack;
  /** When the oldest credential came; null: there is none. */
  readonly oldestMs: number | null;
}

export interface KeyFacts {
  readonly credential: Credential;
  readonly due: SecretDue | null;
  readonly lastUse: LastUseView;
  /** Live tokens in whose place there is another. */
  readonly replacedAlive: number;
  readonly renews: boolean;
  /** Other credentials with the same secret. */
  readonly sharedWith: number;
  /** Another credential of its owner account has the other access type. */
  readonly twoAccessTypes: boolean;
}

export interface AuthorityFacts {
  readonly id: string;
  readonly name: string;
  /** Null: it trusts no authority of its own. */
  readonly authorityEndsAtMs: number | null;
}

type Found = Pick<HealthFinding, 'atMs' | 'count'>;
type Rule<T> = (facts: T, world: HealthWorld) => Found | null;

const SEEN: Found = { atMs: null, count: null };
const when = (holds: boolean, what: Found = SEEN): Found | null => (holds ? what : null);
const at = (atMs: number): Found => ({ atMs, count: null });
const many = (count: number): Found => ({ atMs: null, count });

function usedAtMs({ lastUse, credential }: KeyFacts): number | null {
  const { gotAtMs, checkedAtMs, handedOutAtMs } = lastUse;
  const times = [gotAtMs, checkedAtMs, handedOutAtMs].filter((each) => each !== null);
  // A secret that was set since is news of its own.
  return times.length === 0 ? null : Math.max(...times, credential.secretSetAtMs);
}

export const keyRules = {
  secret_over: ({ due }, { nowMs }) => (due === null || due.atMs > nowMs ? null : at(due.atMs)),
  same_secret: ({ sharedWith }) => when(sharedWith > 0, many(sharedWith)),
  left_to_live: ({ replacedAlive }) => when(replacedAlive >= HABIT, many(replacedAlive)),
  two_access_types: ({ twoAccessTypes }) => when(twoAccessTypes),
  renewal_rests: ({ renews }, { locksByItself }) => when(renews && locksByItself),
  trade_unused: ({ credential, lastUse }, { nowMs, complete }) =>
    when(
      complete &&
        credential.registeredScopes.includes('TRADER_TRADE') &&
        lastUse.tradedAtMs === null &&
        lastUse.gotAtMs !== null &&
        nowMs - credential.createdAtMs >= GRACE_MS,
    ),
  unused(facts, { nowMs }) {
    const lastMs = usedAtMs(facts);
    return lastMs === null || nowMs - lastMs < UNUSED_MS ? null : at(lastMs);
  },
  never_used: (facts, { nowMs, complete }) =>
    when(
      complete && usedAtMs(facts) === null && nowMs - facts.credential.createdAtMs >= GRACE_MS,
      at(facts.credential.createdAtMs),
    ),
  no_owner: ({ credential }) => when(credential.ownerAccount === ''),
} satisfies Partial<Readonly<Record<HealthRule, Rule<KeyFacts>>>>;

export const environmentRules = {
  authority_ends: ({ authorityEndsAtMs: endsAtMs }, { nowMs }) =>
    endsAtMs === null || endsAtMs - nowMs > AUTHORITY_MS ? null : at(endsAtMs),
} satisfies Partial<Readonly<Record<HealthRule, Rule<AuthorityFacts>>>>;

export const vaultRules = {
  recovery_untested(_, { nowMs, complete, hasRecoveryKey, waysBack }) {
    const { recoveryKeyMadeAtMs: madeMs, recoveryKeyUsedAtMs: usedMs } = waysBack;
    if (!complete || !hasRecoveryKey || madeMs === null) return null;
    return when((usedMs ?? -Infinity) < madeMs && nowMs - madeMs >= RECOVERY_GRACE_MS, at(madeMs));
  },
  backups_untested: (_, { nowMs, complete, oldestMs, waysBack }) =>
    when(
      complete &&
        waysBack.backupTestedAtMs === null &&
        oldestMs !== null &&
        nowMs - oldestMs >= GRACE_MS,
    ),
} satisfies Partial<Readonly<Record<HealthRule, Rule<null>>>>;

/** Names of the rules that hold, in the order of the table; with what each found. */
export function found<T>(
  rules: Partial<Readonly<Record<HealthRule, Rule<T>>>>,
  facts: T,
  world: HealthWorld,
): readonly (readonly [HealthRule, Found])[] {
  const all: (readonly [HealthRule, Found])[] = [];
  for (const name of healthRules) {
    const what = rules[name]?.(facts, world) ?? null;
    if (what !== null) all.push([name, what]);
  }
  return all;
}
