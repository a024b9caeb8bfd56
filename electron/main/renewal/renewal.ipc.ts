// Renewals and leases at the boundary: the contract's calls about them, what main asks before tokens are ended by
// themselves later or are kept from it, and what the window is shown.
import { duration } from '../../shared/duration.ts';
import { gone } from '../../shared/failures/failure.ts';
import type { CheckedInput } from '../../shared/ipc-contract.ts';
import type { LeaseView, RenewalView } from '../../shared/renewal/renewal-view.ts';
import type { CredentialId, TokenId } from '../domain/ids.ts';
import { secretHost, tokenHosts } from '../domain/place-words.ts';
import { fail, type Result } from '../domain/result.ts';
import { changedTagAlerts } from '../domain/tag-alert.ts';
import { isLive } from '../domain/token-life.ts';
import type { Token } from '../domain/token.ts';
import { aboutRealKey } from '../tokens/about-key.ts';
import type { HandlerParts } from '../ipc/handler-parts.ts';
import { whileOpen } from '../ipc/while-open.ts';
import type { Question } from '../secret-input/ports.ts';
import { findToken, type NamedCredential, type OpenSession } from '../tokens/open-session.ts';
import type { Leases } from '../tokens/revocation/leases.ts';
import type { RenewalStep } from './renewal-plan.ts';
import type { Renewals, RenewalStanding } from './renewals.ts';

interface Open {
  readonly session: OpenSession;
  readonly renewals: Renewals;
  readonly leases: Leases;
}

export function renewalHandlers({
  vaultSession,
  nowMs,
}: Pick<HandlerParts<Open>, 'vaultSession' | 'nowMs'>) {
  const isOver = (untilMs: number | null): boolean => untilMs !== null && untilMs <= nowMs();
  return whileOpen(vaultSession, {
    renewalTurnOn: {
      ask({ session }, change) {
        if (isOver(change.untilMs)) return fail({ code: 'invalid_input' });
        return aboutRealKey(session, change.credentialId, (key) => renewalOnQuestion(key, change));
      },
      act({ renewals }, { credentialId, untilMs, graceSeconds }) {
        if (isOver(untilMs)) return fail({ code: 'invalid_input' });
        return renewals.turnOn(credentialId, { untilMs, graceSeconds });
      },
    },
    renewalTurnOff: {
      ask: ({ session }, { credentialId }) =>
        aboutRealKey(session, credentialId, renewalOffQuestion),
      act: ({ renewals }, { credentialId }) => renewals.turnOff(credentialId),
    },
    leaseSet: {
      ask: ({ session }, { tokenId, lease }) =>
        aboutToken(session, tokenId, (token, key) => leaseQuestion(token, key, lease)),
      act: ({ leases }, { tokenId, lease }) => leases.set(tokenId, lease),
    },
    leaseRemove: {
      ask: ({ session }, { tokenId }) => aboutToken(session, tokenId, noLeaseQuestion),
      act: ({ leases }, { tokenId }) => leases.remove(tokenId),
    },
    async tagAlertSet({ session }, change) {
      const saved = await session.vault.change({
        contents(before) {
          const inUse = new Set(before.credentials.flatMap(({ tags }) => tags));
          return { ...before, tagAlerts: changedTagAlerts(before.tagAlerts, change, inUse) };
        },
      });
      session.changed();
      return saved;
    },
  });
}

function aboutToken(
  session: OpenSession,
  id: TokenId,
  question: (token: Token, key: NamedCredential) => Question,
): Result<Question | null> {
  const token = findToken(session, id);
  if (token === null) return fail(gone('token'));
  return aboutRealKey(session, token.credentialId, (key) => question(token, key));
}

const utc = (atMs: number): string =>
  `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

function renewalOnQuestion(
  { name, environment }: NamedCredential,
  { untilMs, graceSeconds }: CheckedInput<'renewalTurnOn'>,
): Question {
  const until = untilMs === null ? 'until it is switched off' : `until ${utc(untilMs)}`;
  return {
    message: `Renew the tokens of ${name} automatically?`,
    detail:
      `Its client secret goes to ${secretHost(environment)} before each token expires, ${until}. Each old ` +
      `token is revoked ${duration(graceSeconds * 1000)} after the new one was found to work.`,
    choices: ['Renew automatically'],
  };
}

function renewalOffQuestion({ name, environment }: NamedCredential): Question {
  return {
    message: `Stop renewing the tokens of ${name}?`,
    detail:
      `Nothing is asked of ${secretHost(environment)} automatically any more. What uses its tokens stops when ` +
      'the present one expires.',
    choices: ['Switch renewal off'],
  };
}

const ends = {
  lock: 'when the vault is locked',
  suspend: 'when the machine goes to sleep, or at the next unlock where that locks',
  quit: 'when Strongroom is quit',
} as const;

function leaseQuestion(
  token: Token,
  { name, environment }: NamedCredential,
  lease: CheckedInput<'leaseSet'>['lease'],
): Question {
  const when = lease.end === 'after' ? `in ${duration(lease.seconds * 1000)}` : ends[lease.end];
  return {
    message: `Revoke token ${token.fingerprint} of ${name} early?`,
    detail: `It is revoked at ${tokenHosts(environment)} ${when}. Whatever uses it stops then.`,
    choices: ['Revoke early'],
  };
}

function noLeaseQuestion(token: Token, { name, environment }: NamedCredential): Question {
  return {
    message: `Let token ${token.fingerprint} of ${name} live on?`,
    detail:
      `It is not revoked early any more. It works at ${tokenHosts(environment)} until it expires, or until ` +
      'somebody revokes it.',
    choices: ['Keep until it expires'],
  };
}

/** Whole seconds, rounded down: two looks at the same plan show the same moment. */
function moment(nowMs: number, waitMs: number): number {
  return Math.floor((nowMs + waitMs + 50) / 1000) * 1000;
}

export function toRenewalView(
  { session, renewals }: Pick<Open, 'session' | 'renewals'>,
  id: CredentialId,
  nowMs: number,
): RenewalView | null {
  const standing = renewals.standing(id);
  if (standing === null) return null;
  const { renewal, plan } = standing;
  const next = soonest(plan.steps, 'renew');
  const contents = session.vault.contents();
  const trader = session.index.credential(contents, id)?.accessType === 'trader';
  // What has expired meanwhile, or was revoked by hand, is not revoked then.
  const revokes = soonest(
    plan.steps.filter((step) => {
      const from =
        step.kind === 'revoke' && session.index.token(contents, step.handover.fromTokenId);
      return from && from.revocation === null && isLive(session, contents, from);
    }),
    'revoke',
  );
  return {
    phase: phaseOf(standing, next),
    untilMs: renewal.untilMs,
    graceSeconds: renewal.graceSeconds,
    nextAtMs: next === null ? null : moment(nowMs, next),
    revokesAtMs: trader && revokes !== null ? moment(nowMs, revokes) : null,
    lastFailure: renewal.lastFailure,
  };
}

function soonest(steps: readonly RenewalStep[], kind: RenewalStep['kind']): number | null {
  const waits = steps.filter((step) => step.kind === kind).map(({ waitMs }) => waitMs);
  return waits.length === 0 ? null : Math.min(...waits);
}

function phaseOf({ plan }: RenewalStanding, next: number | null): RenewalView['phase'] {
  const checking = plan.steps.some(({ kind }) => kind === 'check');
  const asking = plan.steps.some(({ kind }) => kind === 'drop');
  if (plan.obstacle === 'ended' && (checking || asking)) return 'ending';
  if (checking) return 'checking';
  if (asking) return 'asking';
  if (plan.obstacle !== null) return plan.obstacle;
  if (next !== null) return next <= 0 ? 'asking' : 'waiting';
  if (plan.left.some(({ why }) => why === 'no_expiry')) return 'no_expiry';
  if (plan.left.some(({ why }) => why === 'ends_first')) return 'outlives';
  return plan.left.length > 0 ? 'leased' : 'idle';
}

export function toLeaseView(leases: Leases, id: TokenId, nowMs: number): LeaseView | null {
  const lease = leases.of(id);
  if (lease === null) return null;
  const leftMs = leases.leftMs(id, lease);
  return { end: lease.end, endsAtMs: leftMs === null ? null : moment(nowMs, leftMs) };
}
