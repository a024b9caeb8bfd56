// The health report of an open vault: gathers the facts of each credential, asks the rules, and puts what would hurt
// most first. Calls nobody.
import {
  healthRules,
  MOST_NAMED,
  type HealthFinding,
  type HealthReportView,
  type HealthRule,
} from '../../shared/health/health-view.ts';
import { accessTypeConflicts } from '../domain/access-type-conflict.ts';
import type { Credential } from '../domain/credential.ts';
import type { Environment } from '../domain/environment.ts';
import { PRACTICE_ENVIRONMENT_ID, type CredentialId } from '../domain/ids.ts';
import { isLive } from '../domain/token-life.ts';
import { fullName } from '../domain/place-words.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import {
  environmentRules,
  found,
  keyRules,
  vaultRules,
  type HealthWorld,
  type KeyFacts,
} from './health-rules.ts';
import type { LastUses } from './last-uses.ts';
import { secretDue } from './secret-dues.ts';

interface HealthSources {
  readonly session: OpenSession;
  readonly uses: LastUses;
  readonly locksByItself: boolean;
  readonly hasRecoveryKey: boolean;
  /** Null: it trusts none of its own, or one that cannot be read. */
  readonly authorityEndsAtMs: (environment: Environment) => number | null;
}

/** Rules that hold, by credential; none where all is well. */
export type Findings = ReadonlyMap<CredentialId, readonly HealthRule[]>;

interface Found extends HealthFinding {
  /** It may trade: told first within its rule. */
  readonly trades: boolean;
}

export function makeHealthReport(sources: HealthSources): {
  readonly report: HealthReportView;
  readonly findings: Findings;
} {
  const { session, uses } = sources;
  const contents = session.vault.contents();
  const credentials = contents.credentials.filter(isReported);
  const world = worldOf(sources, credentials);
  const lines = new Map<HealthRule, Found[]>();
  const findings = new Map<CredentialId, readonly HealthRule[]>();
  const add = (rule: HealthRule, finding: Found): void => {
    const line = lines.get(rule) ?? [];
    lines.set(rule, line);
    line.push(finding);
  };
  for (const [rule, what] of found(vaultRules, null, world)) {
    add(rule, { id: null, label: '', trades: false, ...what });
  }
  for (const environment of contents.environments) {
    const { id, name } = environment;
    const facts = { id, name, authorityEndsAtMs: sources.authorityEndsAtMs(environment) };
    for (const [rule, what] of found(environmentRules, facts, world)) {
      add(rule, { id, label: name, trades: false, ...what });
    }
  }
  const isMixed = contents.environments.length > 1;
  const environmentOf = ({ environmentId }: Credential) =>
    session.index.environment(contents, environmentId);
  const factsOf = gather(sources, credentials);
  for (const credential of credentials) {
    const { id, registeredScopes } = credential;
    const all = found(keyRules, factsOf(credential), world);
    if (all.length > 0)
      findings.set(
        id,
        all.map(([rule]) => rule),
      );
    const trades = registeredScopes.includes('TRADER_TRADE');
    const label = isMixed ? fullName(credential, environmentOf(credential)) : credential.label;
    for (const [rule, what] of all) add(rule, { id, label, trades, ...what });
  }
  const report = {
    madeAtMs: world.nowMs,
    credentials: credentials.length,
    fine: credentials.length - findings.size,
    complete: uses.isComplete(),
    lines: healthRules.flatMap((rule) => {
      const line = lines.get(rule);
      if (line === undefined) return [];
      const named = worst(line).map(({ id, label, atMs, count }) => ({
        id,
        label,
        atMs,
        count,
      }));
      return [{ rule, found: line.length, named }];
    }),
  };
  return { report, findings };
}

/** Practice hurts nobody. */
const isReported = ({ environmentId }: Credential): boolean =>
  environmentId !== PRACTICE_ENVIRONMENT_ID;

/** What may trade first, then what is longest so. */
function worst(line: readonly Found[]): Found[] {
  return line
    .toSorted((a, b) => Number(b.trades) - Number(a.trades) || (a.atMs ?? 0) - (b.atMs ?? 0))
    .slice(0, MOST_NAMED);
}

function worldOf(sources: HealthSources, credentials: readonly Credential[]): HealthWorld {
  const { session, uses, locksByItself, hasRecoveryKey } = sources;
  return {
    nowMs: session.clock.nowMs(),
    complete: uses.isComplete(),
    locksByItself,
    hasRecoveryKey,
    waysBack: uses.waysBack(),
    oldestMs: credentials.reduce<number | null>(
      (oldest, { createdAtMs }) => (oldest === null ? createdAtMs : Math.min(oldest, createdAtMs)),
      null,
    ),
  };
}

function gather(
  { session, uses }: HealthSources,
  credentials: readonly Credential[],
): (credential: Credential) => KeyFacts {
  const contents = session.vault.contents();
  const bySecret = new Map<string, number>();
  const isInConflict = accessTypeConflicts(credentials);
  for (const { secretFingerprint } of credentials) {
    // Of a secret that nobody has compared since the data key was replaced there is no fingerprint: it is equal to none.
    if (secretFingerprint !== '') {
      bySecret.set(secretFingerprint, (bySecret.get(secretFingerprint) ?? 0) + 1);
    }
  }
  const renewing = new Set(
    contents.renewals
      .filter(({ stoppedAtMs }) => stoppedAtMs === null)
      .filter(({ untilMs }) => untilMs === null || untilMs > session.clock.nowMs())
      .map(({ credentialId }) => credentialId),
  );
  return (credential) => {
    const { id, secretFingerprint } = credential;
    const tokens = session.index.tokensOf(contents, id);
    return {
      credential,
      due: secretDue(session, credential),
      lastUse: uses.of(id),
      replacedAlive: tokens.filter(
        (token) =>
          token.revocation === null &&
          token.supersededAtMs !== null &&
          isLive(session, contents, token),
      ).length,
      renews: renewing.has(id),
      sharedWith: (bySecret.get(secretFingerprint) ?? 1) - 1,
      twoAccessTypes: isInConflict(credential),
    };
  };
}
