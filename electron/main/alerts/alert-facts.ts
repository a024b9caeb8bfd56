// What there would be to tell right now: tokens that end and are not renewed, refusals, renewals that
// gave up, revocations that failed, revoked tokens that still work, and the proof that a token is dead whose
// end a person waits for. Reads only; that a renewal went well is no fact here.
import type { AlertFact } from '../domain/alert.ts';
import type { AlertSettings } from '../domain/alert-settings.ts';
import { DAY_MS, secretDueOf } from '../domain/secret-age.ts';
import type { Credential } from '../domain/credential.ts';
import type { TokenState } from '../../shared/words.ts';
import { deathProofOf, provenDeadAtMs } from '../domain/death-proof.ts';
import { isRefused } from '../domain/token-evidence.ts';
import type { Token } from '../domain/token.ts';
import { isReplaced, stateOf } from '../tokens/ledger/housekeeping.ts';
import type { Renewals } from '../renewal/renewals.ts';
import type { OpenSession } from '../tokens/open-session.ts';

const MINUTE_MS = 60_000;
/** A token that renewal was to replace is told as expired so long after: by then even hundreds had their turn. */
const OVERDUE_MS = 2 * MINUTE_MS;
const ON_ITS_WAY: ReadonlySet<TokenState> = new Set(['revoking', 'propagating', 'confirming']);

export function alertFacts(
  session: OpenSession,
  renewals: Renewals,
  { minutesBefore, daysBefore }: Pick<AlertSettings, 'minutesBefore' | 'daysBefore'>,
): readonly AlertFact[] {
  const contents = session.vault.contents();
  const waiting = ofUnfinishedRuns(session);
  const thresholds = new Map(contents.tagAlerts.map((each) => [each.tag, each.minutesBefore]));
  return contents.credentials.flatMap((credential) => {
    const minutes = credential.tags.flatMap((tag) => thresholds.get(tag) ?? []);
    const special = credential.tags.some((tag) => thresholds.has(tag));
    const facts = ofCredential(session, renewals, credential, special ? minutes : minutesBefore);
    const due = dueFact(session, credential, daysBefore);
    const all = due === null ? facts : [...facts, due];
    return all.filter((fact) => fact.kind !== 'dead' || !waiting.has(fact.key));
  });
}

/** Its secret is to be replaced: each of the days before is a fact of its own. */
function dueFact(
  session: OpenSession,
  credential: Credential,
  daysBefore: readonly number[],
): AlertFact | null {
  const { id, label, environmentId } = credential;
  const environment = session.index.environment(session.vault.contents(), environmentId);
  const due = secretDueOf(credential, environment);
  if (due === null) return null;
  const { atMs } = due;
  const leftMs = atMs - session.clock.nowMs();
  if (leftMs <= 0) return { key: `${id} secret over ${atMs}`, label, kind: 'secret_over', atMs };
  const crossed = daysBefore.filter((days) => leftMs <= days * DAY_MS);
  if (crossed.length === 0) return null;
  const key = `${id} secret due ${atMs} ${Math.min(...crossed)}`;
  return { key, label, kind: 'secret_due', atMs };
}

const deadKey = (id: Token['id']): string => `${id} dead`;

/** Deaths of one run are told together, once nothing more of it is on its way. */
function ofUnfinishedRuns(session: OpenSession): ReadonlySet<string> {
  const contents = session.vault.contents();
  const isOnItsWay = (id: Token['id']): boolean => {
    const token = session.index.token(contents, id);
    return token !== undefined && ON_ITS_WAY.has(stateOf(session, contents, token));
  };
  return new Set(
    contents.revocationRuns
      .filter((run) => run.closedAtMs === null && run.tokenIds.some(isOnItsWay))
      .flatMap(({ tokenIds }) => tokenIds.map(deadKey)),
  );
}

function ofCredential(
  session: OpenSession,
  renewals: Renewals,
  { id, label, refusalsInARow }: Credential,
  minutesBefore: readonly number[],
): readonly AlertFact[] {
  const contents = session.vault.contents();
  const standing = renewals.standing(id);
  const { renewal, plan } = standing ?? {};
  const goesOn = plan?.obstacle === null;
  // A token that was got since shows that it works again, as it does where renewal had stopped.
  const failedMs = renewal?.lastFailure?.atMs ?? -Infinity;
  const hadTurn = renewals.awakeMs() > OVERDUE_MS;
  const left = new Set(plan?.left.map(({ token }) => token.id));
  const facts: AlertFact[] = [];
  if (plan?.obstacle === 'stopped') {
    facts.push({ key: `${id} stopped ${renewal?.stoppedAtMs}`, label, kind: 'stopped' });
  }
  if (refusalsInARow > 0) facts.push({ key: `${id} refused`, label, kind: 'refused' });
  for (const token of session.index.tokensOf(contents, id)) {
    const isOverdue = hadTurn && (session.expiries.remainingMs(token) ?? 0) < -OVERDUE_MS;
    const works = goesOn && token.sentAtMs > failedMs;
    const renewed = works && !left.has(token.id) && !isOverdue;
    const fact = ofToken(session, token, minutesBefore, renewed, standing !== null);
    if (fact !== null) facts.push({ ...fact, label });
  }
  return facts;
}

/** A fact but for its label. */
function ofToken(
  session: OpenSession,
  token: Token,
  minutesBefore: readonly number[],
  renewed: boolean,
  isRenewing: boolean,
): DistributiveOmit<AlertFact, 'label'> | null {
  const { id } = token;
  const state = stateOf(session, session.vault.contents(), token);
  if (state === 'still_honoured' || state === 'revoke_failed') {
    return { key: `${id} ${state}`, kind: state };
  }
  if (state === 'verified') return deathOf(token, isRenewing);
  const inUse =
    token.issue === 'issued' &&
    token.revocation === null &&
    !isReplaced(session, session.vault.contents(), token);
  if (!inUse || token.forgottenAtMs !== null || renewed) return null;
  if (state === 'refused') return { key: `${id} refused`, kind: 'refused' };
  const leftMs = session.expiries.remainingMs(token);
  if (leftMs === null || isRefused(token)) return null;
  if (leftMs <= 0) return { key: `${id} expired`, kind: 'expired' };
  const crossed = minutesBefore.filter((minutes) => leftMs <= minutes * MINUTE_MS);
  if (crossed.length === 0) return null;
  const atMs = session.clock.nowMs() + leftMs;
  return { key: `${id} ${Math.min(...crossed)}`, kind: 'expires', atMs };
}

/** What a renewal replaced and ended is no news. */
function deathOf(token: Token, isRenewing: boolean): DistributiveOmit<AlertFact, 'label'> | null {
  const verifiedAtMs = provenDeadAtMs(token);
  const { refusals = 0, firstRefusedAtMs = null } = deathProofOf(token) ?? {};
  if (verifiedAtMs === null || (isRenewing && token.supersededAtMs !== null)) return null;
  return { key: deadKey(token.id), kind: 'dead', refusals, firstRefusedAtMs, verifiedAtMs };
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
