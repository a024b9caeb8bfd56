// The health report of an open vault: gathers the facts of each credential, asks the rules, and puts what would hurt
// most first. Made in slices, so that a vault of thousands holds nothing else up. Calls nobody.
import {
  healthRules,
  MOST_NAMED,
  type HealthFinding,
  type HealthReportView,
  type HealthRule,
} from '../../shared/health/health-view.ts';
import type { Credential } from '../domain/credential.ts';
import type { Environment } from '../domain/environment.ts';
import { PRACTICE_ENVIRONMENT_ID, type CredentialId } from '../domain/ids.ts';
import { secretDueOf } from '../domain/secret-age.ts';
import { isLive } from '../tokens/ledger/housekeeping.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import { createPace } from '../vault/keys/yield-to-loop.ts';
import {
  environmentRules,
  found,
  keyRules,
  vaultRules,
  type HealthWorld,
  type KeyFacts,
} from './health-rules.ts';
import type { LastUses } from './last-uses.ts';

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

export async function makeHealthReport(
  sources: HealthSources,
): Promise<{ readonly report: HealthReportView; readonly findings: Findings }> {
  const { session, uses } = sources;
  const contents = session.vault.contents();
  const credentials = contents.credentials.filter(isReported);
  const world = worldOf(sources, credentials);
  const lines = new Map<HealthRule, Found[]>();
  const findings = new Map<CredentialId, readonly HealthRule[]>();
  const add = (rule: HealthRule, finding: Found): void => {
    const line = lines.get(rule);
    if (line === undefined) lines.set(rule, [finding]);
    else line.push(finding);
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
  const pace = createPace();
  const factsOf = gather(sources, credentials);
  for (const credential of credentials) {
    await pace.yieldToLoop();
    const { id, label, registeredScopes } = credential;
    const all = found(keyRules, factsOf(credential), world);
    if (all.length > 0)
      findings.set(
        id,
        all.map(([rule]) => rule),
      );
    const trades = registeredScopes.includes('TRADER_TRADE');
    for (const [rule, what] of all) add(rule, { id, label, trades, ...what });
  }
  const report = {
    madeAtMs: world.nowMs,
    credentials: credentials.length,
    complete: uses.isComplete(),
    lines: healthRules.flatMap((rule) => {
      const line = lines.get(rule);
      return line === undefined ? [] : [{ rule, found: line.length, named: worst(line) }];
    }),
  };
  return { report, findings };
}

/** What lives in memory alone, and practice, which hurts nobody. */
const isReported = ({ ephemeral, environmentId }: Credential): boolean =>
  ephemeral !== true && environmentId !== PRACTICE_ENVIRONMENT_ID;

/** What may trade first, then what is longest so. */
function worst(line: readonly Found[]): HealthFinding[] {
  return line
    .toSorted((a, b) => Number(b.trades) - Number(a.trades) || (a.atMs ?? 0) - (b.atMs ?? 0))
    .slice(0, MOST_NAMED)
    .map(({ id, label, atMs, count }) => ({ id, label, atMs, count }));
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
  const accessTypes = new Map<string, Set<string>>();
  for (const credential of credentials) {
    const { secretFingerprint, accessType } = credential;
    bySecret.set(secretFingerprint, (bySecret.get(secretFingerprint) ?? 0) + 1);
    const owner = ownerOf(credential);
    if (owner === null) continue;
    const types = accessTypes.get(owner);
    if (types === undefined) accessTypes.set(owner, new Set([accessType]));
    else types.add(accessType);
  }
  const renewing = new Set(
    contents.renewals
      .filter(({ stoppedAtMs }) => stoppedAtMs === null)
      .filter(({ untilMs }) => untilMs === null || untilMs > session.clock.nowMs())
      .map(({ credentialId }) => credentialId),
  );
  return (credential) => {
    const { id, environmentId, secretFingerprint } = credential;
    const tokens = session.index.tokensOf(contents, id);
    const owner = ownerOf(credential);
    return {
      credential,
      due: secretDueOf(credential, session.index.environment(contents, environmentId)),
      lastUse: uses.of(id),
      replacedAlive: tokens.filter(
        (token) =>
          token.revocation === null &&
          token.supersededAtMs !== null &&
          isLive(session, contents, token),
      ).length,
      renews: renewing.has(id),
      sharedWith: (bySecret.get(secretFingerprint) ?? 1) - 1,
      twoAccessTypes: owner !== null && (accessTypes.get(owner)?.size ?? 0) > 1,
    };
  };
}

/** One account for each environment; null: nobody wrote one down. */
const ownerOf = ({ ownerAccount, environmentId }: Credential): string | null =>
  ownerAccount === '' ? null : `${environmentId} ${ownerAccount.normalize('NFKC').toLowerCase()}`;
