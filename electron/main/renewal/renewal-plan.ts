// What is next for the renewal of one credential, and in how many milliseconds: derived from what is
// saved and from what was tried since unlock. Reads only.
import type { Credential } from '../domain/credential.ts';
import type { TokenId } from '../domain/ids.ts';
import type { Handover, Renewal } from '../domain/renewal.ts';
import { isRenewing, renewalMarginMs, shareOf, SPREAD_MS } from '../domain/renewal-time.ts';
import { isRefused } from '../domain/token-evidence.ts';
import { isLeaked } from '../domain/leak-plan.ts';
import type { Token } from '../domain/token.ts';
import type { VaultContents } from '../vault/vault.ts';
import type { DeadlineBook } from '../tokens/ledger/deadline-book.ts';
import { isFrozen } from '../tokens/ledger/late-arrivals.ts';
import type { OpenSession } from '../tokens/open-session.ts';

export type RenewalStep =
  | { readonly kind: 'renew'; readonly token: Token; readonly waitMs: number }
  | {
      readonly kind: 'check' | 'revoke' | 'drop';
      readonly handover: Handover;
      readonly waitMs: number;
    };

export interface RenewalPlan {
  /** Why no token is renewed now; null when they are. */
  readonly obstacle: 'ended' | 'stopped' | 'frozen' | null;
  readonly steps: readonly RenewalStep[];
  /** Current tokens that will not be renewed: the stop comes first, nobody knows their end, or a lease ends them. */
  readonly left: readonly {
    readonly token: Token;
    readonly why: 'ends_first' | 'no_expiry' | 'leased';
  }[];
}

/** What this session remembers of its attempts; forgotten at lock. */
export interface Attempts {
  readonly failures: number;
  /** Not before this, on the monotonic clock. */
  readonly notBeforeMs: number;
  /** Its host was not reached: that may be over any moment. */
  readonly away?: boolean;
}

interface PlanPorts {
  readonly session: OpenSession;
  readonly deadlines: DeadlineBook;
  readonly attempts: ReadonlyMap<string, Attempts>;
  /** When what was overdue began to be spread, on the monotonic clock. */
  readonly spreadFromMs: number;
}

/** Tokens of a credential with the same scopes follow each other. */
export function chainOf({ credentialId, requestedScopes }: Token): string {
  return [credentialId, ...requestedScopes].join(' ');
}

export const graceKey = ({ toTokenId }: Handover): string => `grace ${toTokenId}`;

export function untilLeftMs(deadlines: DeadlineBook, renewal: Renewal): number | null {
  const { credentialId, sinceMs, untilMs } = renewal;
  if (untilMs === null) return null;
  return deadlines.leftMs(`until ${credentialId}`, sinceMs, (untilMs - sinceMs) / 1000);
}

/** Whether the credential's tokens may be renewed at all just now. */
export function isHeldBack(contents: VaultContents, credential: Credential): boolean {
  return (
    credential.removeWhenDead ||
    isLeaked(contents.leakPlans, credential.id) ||
    isFrozen(contents, credential)
  );
}

function isCurrent(token: Token): boolean {
  return (
    token.issue === 'issued' &&
    token.supersededAtMs === null &&
    token.forgottenAtMs === null &&
    token.revocation === null &&
    token.partnerPlan === null
  );
}

export function planRenewal(ports: PlanPorts, renewal: Renewal): RenewalPlan {
  const { session, deadlines } = ports;
  const contents = session.vault.contents();
  const { credentialId, handovers } = renewal;
  const credential = session.index.credential(contents, credentialId);
  const tokens = session.index.tokensOf(contents, credentialId);
  const steps = handovers.map((handover) => stepOf(ports, renewal, handover));
  if (credential === undefined) return { obstacle: 'ended', steps, left: [] };
  const endsInMs = untilLeftMs(deadlines, renewal);
  const newestMs = Math.max(0, ...tokens.filter(isCurrent).map(({ sentAtMs }) => sentAtMs));
  if (!isRenewing(renewal, endsInMs, newestMs)) {
    return { obstacle: (endsInMs ?? 1) <= 0 ? 'ended' : 'stopped', steps, left: [] };
  }
  if (isHeldBack(contents, credential)) return { obstacle: 'frozen', steps, left: [] };
  const left: RenewalPlan['left'][number][] = [];
  // What a program was given is its own: nothing here takes it away from under it.
  const ours = tokens.filter(({ lease }) => lease?.end !== 'program');
  for (const token of currentOnes(ours, handovers)) {
    const waitMs = untilRenewalMs(ports, token);
    if (token.lease?.end === 'after') left.push({ token, why: 'leased' });
    else if (waitMs === null) left.push({ token, why: 'no_expiry' });
    else if (endsInMs !== null && waitMs >= endsInMs) left.push({ token, why: 'ends_first' });
    else steps.push({ kind: 'renew', token, waitMs });
  }
  return { obstacle: null, steps, left };
}

/** Of each chain the newest current token, unless its successor is on the way already. */
function currentOnes(tokens: readonly Token[], handovers: readonly Handover[]): readonly Token[] {
  const open = handovers.filter(({ handedOverAtMs }) => handedOverAtMs === null);
  const involved = new Set<TokenId>(
    open.flatMap(({ fromTokenId, toTokenId }) => [fromTokenId, toTokenId]),
  );
  const busy = new Set(tokens.filter(({ id }) => involved.has(id)).map(chainOf));
  const newest = new Map<string, Token>();
  for (const token of tokens) {
    const chain = chainOf(token);
    if (!isCurrent(token) || busy.has(chain)) continue;
    const before = newest.get(chain);
    if (before === undefined || token.sentAtMs > before.sentAtMs) newest.set(chain, token);
  }
  return [...newest.values()];
}

/** Null where nobody knows when the token ends: then a refusal is waited for (case 15). */
function untilRenewalMs(ports: PlanPorts, token: Token): number | null {
  const { session, spreadFromMs } = ports;
  const nowMs = session.clock.monotonicMs();
  const remainingMs = session.expiries.remainingMs(token);
  const share = shareOf(token.id);
  let dueMs = 0;
  // A 401 said that it is over, whatever the time left (case 89).
  if (!isRefused(token)) {
    if (remainingMs === null || token.lifetimeSeconds === null) return null;
    dueMs = remainingMs - renewalMarginMs(token.lifetimeSeconds, 2 * share - 1);
    // Due before the session was opened, or while the machine slept: not all at once (case 85).
    const sinceMs = nowMs - spreadFromMs;
    if (dueMs + sinceMs <= 0) dueMs = share * spreadMs(remainingMs + sinceMs) - sinceMs;
  }
  return waitOf(ports, chainOf(token), dueMs);
}

/** What ends sooner than the rest is renewed while it lives; what has ended waits like the others. */
function spreadMs(leftMs: number): number {
  return leftMs <= 0 ? SPREAD_MS : Math.min(SPREAD_MS, leftMs / 2);
}

function stepOf(ports: PlanPorts, renewal: Renewal, handover: Handover): RenewalStep {
  const { session, deadlines } = ports;
  const contents = session.vault.contents();
  const to = session.index.token(contents, handover.toTokenId);
  if (handover.handedOverAtMs !== null) {
    const { graceSeconds } = renewal;
    const leftMs = deadlines.leftMs(graceKey(handover), handover.handedOverAtMs, graceSeconds);
    const waitMs = waitOf(ports, `revoke ${handover.fromTokenId}`, leftMs);
    return { kind: 'revoke', handover, waitMs };
  }
  const waitMs = waitOf(ports, `check ${handover.toTokenId}`, 0);
  // A request that nobody waits for any more, or whose token the person ended or replaced.
  const kind = to === undefined || !isCurrent(to) ? 'drop' : 'check';
  return { kind, handover, waitMs };
}

function waitOf({ session, attempts }: PlanPorts, key: string, leftMs: number): number {
  const notBeforeMs = attempts.get(key)?.notBeforeMs ?? -Infinity;
  return Math.max(0, leftMs, notBeforeMs - session.clock.monotonicMs());
}
