// The next 24 hours: every end of a token, every end of a lease, every renewal; and what it takes for
// nothing to end before a time. Pure.
import type {
  CredentialView,
  TokenView,
} from '../../../electron/shared/credentials/credential-view.ts';
import type { RenewalView } from '../../../electron/shared/renewal/renewal-view.ts';
import { isBeingEnded, isInUse } from '../../model/token-standing.ts';

const MINUTE_MS = 60_000;
export const NIGHT_MS = 24 * 60 * MINUTE_MS;

/** How far the longer view looks. */
const LONGER_MS = 90 * NIGHT_MS;

/** Client secrets to be replaced by then, overdue ones first. */
export function secretsDue(
  credentials: readonly CredentialView[],
  nowMs: number,
): readonly { readonly credential: CredentialView; readonly atMs: number }[] {
  return credentials
    .flatMap((credential) => {
      const { secretDue } = credential;
      if (secretDue === null || secretDue.atMs > nowMs + LONGER_MS) return [];
      return [{ credential, atMs: secretDue.atMs }];
    })
    .toSorted((a, b) => a.atMs - b.atMs);
}

export interface NightEvent {
  readonly atMs: number;
  readonly kind: 'expiry' | 'lease' | 'renewal';
  readonly credentialId: string;
  readonly label: string;
  readonly environmentId: string;
  /** The end of a token in whose place there is another: nobody has to do anything about it. */
  readonly replaced: boolean;
}

/** In the order of time. The minute that has begun counts whole: a token of a day belongs to the day. */
export function nightEvents(
  credentials: readonly CredentialView[],
  nowMs: number,
): readonly NightEvent[] {
  const endMs = nowMs + NIGHT_MS + MINUTE_MS;
  const events: NightEvent[] = [];
  for (const { id, label, environmentId, tokens, renewal } of credentials) {
    const add = (
      kind: NightEvent['kind'],
      atMs: number | null | undefined,
      replaced = false,
    ): void => {
      if (atMs == null || atMs <= nowMs || atMs > endMs) return;
      events.push({ atMs, kind, credentialId: id, label, environmentId, replaced });
    };
    for (const token of tokens) {
      // What is being ended ends before that: its expiry presses nobody.
      if (!token.live || isBeingEnded(token)) continue;
      const { expiresAtMs, lease, state } = token;
      add('expiry', expiresAtMs, state === 'superseded');
      // A token that is over by then is not revoked.
      const outlives =
        lease?.endsAtMs != null && expiresAtMs !== null && lease.endsAtMs > expiresAtMs;
      if (!outlives) add('lease', lease?.endsAtMs);
    }
    add('renewal', renewal?.nextAtMs);
  }
  return events.toSorted((a, b) => a.atMs - b.atMs);
}

const LANES = 3;
const COLUMNS = 96;

/** The events with their place above the line: what falls together is stacked, as far as there is room. */
export function timelineDots(
  events: readonly NightEvent[],
  nowMs: number,
): readonly (NightEvent & { readonly lane: number })[] {
  const columns = Map.groupBy(events, ({ atMs }) =>
    Math.floor(((atMs - nowMs) / NIGHT_MS) * COLUMNS),
  );
  return [...columns.values()].flatMap((column) =>
    column.slice(0, LANES).map((event, lane) => ({ ...event, lane })),
  );
}

export type NightObstacle = 'too_short' | 'cannot_renew' | 'no_end_known' | 'lease';

export interface NightPlan {
  /** Tokens that end too early, and whose successors would not. */
  readonly tokenIds: readonly string[];
  /** Credentials whose renewal does it, as long as the vault stays unlocked. */
  readonly renewing: readonly string[];
  readonly impossible: readonly {
    readonly label: string;
    readonly why: NightObstacle;
  }[];
}

/** A renewal that waits for its time, or is replacing a token right now. */
const AT_IT: ReadonlySet<RenewalView['phase']> = new Set(['waiting', 'asking', 'checking']);

/** What it takes so that no token in use ends before `untilMs`. */
export function nightPlan(
  credentials: readonly CredentialView[],
  untilMs: number,
  nowMs: number,
): NightPlan {
  const plan = {
    tokenIds: [] as string[],
    renewing: [] as string[],
    impossible: [] as { label: string; why: NightObstacle }[],
  };
  for (const credential of credentials) {
    const { id, label, renewal } = credential;
    const endsEarly = credential.tokens.filter(
      (token) =>
        isInUse(token) &&
        (token.expiresAtMs === null ||
          token.expiresAtMs < untilMs ||
          (token.lease?.endsAtMs ?? Number.POSITIVE_INFINITY) < untilMs),
    );
    const byItself = endsEarly.filter((token) => isRenewed(token, renewal, untilMs));
    if (byItself.length > 0) plan.renewing.push(id);
    for (const token of endsEarly) {
      if (byItself.includes(token)) continue;
      const why = obstacle(token, untilMs, nowMs);
      if (why === null) plan.tokenIds.push(token.id);
      else plan.impossible.push({ label, why });
    }
  }
  return plan;
}

/** Renewal is at it for long enough; it leaves out what a lease ends at a time, and what ends nobody knows when. */
function isRenewed(
  { expiresAtMs, lease }: TokenView,
  renewal: CredentialView['renewal'],
  untilMs: number,
): boolean {
  if (renewal === null || !AT_IT.has(renewal.phase)) return false;
  if (expiresAtMs === null || lease?.end === 'after') return false;
  return renewal.untilMs === null || renewal.untilMs >= untilMs;
}

function obstacle(token: TokenView, untilMs: number, nowMs: number): NightObstacle | null {
  const { expiresAtMs, lifetimeSeconds, lease, can } = token;
  if (expiresAtMs === null || lifetimeSeconds === null) return 'no_end_known';
  if (expiresAtMs >= untilMs && lease !== null) return 'lease';
  // A successor lives as long as this one did: that of a Partner, two hours.
  if (nowMs + lifetimeSeconds * 1_000 < untilMs) return 'too_short';
  return can.renew ? null : 'cannot_renew';
}
