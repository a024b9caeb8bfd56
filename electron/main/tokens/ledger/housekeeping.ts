// Lets go of what is dead: rows a day after their expiry, unless nothing came in their place, and tokens and credentials whose removal
// was asked for and waited for proof. Nothing that may be live is ever dropped here (I4).
import type { AccessType } from '../../../shared/words.ts';
import type { CredentialId, TokenId } from '../../domain/ids.ts';
import type { RevocationRun } from '../../domain/revocation-run.ts';
import { openRotation } from '../../domain/rotation.ts';
import { isProvenDead, mayWorkAgain } from '../../domain/death-proof.ts';
import { EXPIRY_MARGIN_MS, isRefused, longestLifeMs } from '../../domain/token-evidence.ts';
import { isLive } from '../../domain/token-life.ts';
import { tokenState } from '../../domain/token-state.ts';
import type { Token } from '../../domain/token.ts';
import type { RecordName, VaultContents } from '../../vault/vault.ts';
import { removeCredentials, secretsOf } from './ledger.ts';
import { recordCredentialEvent, recordTokenEvent } from './event-recording.ts';
import type { OpenSession } from '../open-session.ts';

/** Runs that were put away are remembered this long. */
const FORGET_RUN_AFTER_MS = 30 * 24 * 3_600_000;
/** Tokens are purged this long after they expired. */
const PURGE_AFTER_EXPIRY_MS = 24 * 3_600_000;

/** What may go now. */
interface Sweep {
  readonly credentials: ReadonlySet<CredentialId>;
  /** Tokens whose text goes, and of them those whose rows go too. */
  readonly over: readonly Token[];
  readonly gone: ReadonlySet<TokenId>;
  readonly drop: readonly RecordName[];
}

function sweepOf(session: OpenSession, before: VaultContents): Sweep {
  const told = toldByRuns(before);
  const owners = new Set(before.tokens.filter(({ id }) => told.has(id)).map(ownerOf));
  const droppedCredentials = new Set<CredentialId>(
    before.credentials
      .filter(({ id, removeWhenDead }) => removeWhenDead && !owners.has(id))
      .filter(({ id }) => !mayHaveLiveTokens(session, before, id))
      .map(({ id }) => id),
  );
  const over = before.tokens.filter(
    (token) => droppedCredentials.has(ownerOf(token)) || isDroppable(session, before, token),
  );
  // Its text goes, as that of every dead token; the row tells the person that nothing came in its place.
  const stays = (token: Token): boolean =>
    told.has(token.id) ||
    (!droppedCredentials.has(ownerOf(token)) && isUnreplaced(session, before, token));
  return {
    credentials: droppedCredentials,
    over,
    gone: new Set<TokenId>(over.filter((token) => !stays(token)).map(({ id }) => id)),
    drop: [
      ...recordsOf(session, over, droppedCredentials),
      ...spentSecrets(session, before, droppedCredentials),
    ],
  };
}

export async function sweep(session: OpenSession): Promise<void> {
  const seen = session.vault.contents();
  const first = sweepOf(session, seen);
  const { sureTime } = session.expiries;
  const isRunOver = ({ closedAtMs }: RevocationRun): boolean =>
    closedAtMs !== null && sureTime.leastSinceMs(closedAtMs) > FORGET_RUN_AFTER_MS;
  const goes = first.credentials.size + first.gone.size + first.drop.length > 0;
  if (!goes && !seen.revocationRuns.some(isRunOver)) return;
  let last = { before: seen, going: first };
  const swept = await session.vault.change({
    contents(before) {
      // Decided as it is saved: a token may have been asked for or come since.
      const going = before === seen ? first : sweepOf(session, before);
      last = { before, going };
      return {
        ...removeCredentials(going.credentials)(before),
        tokens: before.tokens.filter(({ id }) => !going.gone.has(id)),
        revocationRuns: before.revocationRuns.filter((run) => !isRunOver(run)),
      };
    },
    drop: () => last.going.drop,
  });
  if (swept.ok) {
    const { before, going } = last;
    for (const id of going.gone) session.expiries.forget(id);
    noteSwept(
      session,
      before,
      going.over.filter(({ id }) => going.gone.has(id)),
      going.credentials,
    );
  }
  session.changed();
}

/** What the person asked for and waited for; a row that only grew old is no event. */
function noteSwept(
  session: OpenSession,
  before: VaultContents,
  tokens: readonly Token[],
  credentials: ReadonlySet<CredentialId>,
): void {
  const more = { by: 'app', word: 'when_dead' } as const;
  for (const token of tokens) {
    if (token.forgetWhenDead) recordTokenEvent(session, 'token_forgotten', token, more);
  }
  for (const credential of before.credentials) {
    if (credentials.has(credential.id))
      recordCredentialEvent(session, 'credential_removed', credential, more);
  }
}

const ownerOf = ({ credentialId }: Token): CredentialId => credentialId;

/** Tokens of runs that are not put away: their rows tell how the run went, long after they are dead. */
function toldByRuns({ revocationRuns }: VaultContents): ReadonlySet<TokenId> {
  const open = revocationRuns.filter(({ closedAtMs }) => closedAtMs === null);
  return new Set(open.flatMap((run) => [...run.tokenIds, ...run.guidedTokenIds]));
}

/** Tokens of the credential that may still be honoured somewhere, as far as anyone can know. */
export function liveTokensOf(
  session: OpenSession,
  contents: VaultContents,
  id: CredentialId,
): readonly Token[] {
  return session.index.tokensOf(contents, id).filter((token) => isLive(session, contents, token));
}

/** Whether it can be revoked from here: a live Trader token whose text is here. */
export function isRevocable(session: OpenSession, token: Token): boolean {
  const contents = session.vault.contents();
  const owner = session.index.credential(contents, token.credentialId);
  return (
    owner?.accessType === 'trader' &&
    session.texts.hasText(token.id) &&
    isLive(session, contents, token)
  );
}

/** The word for the screen. Whether it might still work is asked of `isLive`. */
export function stateOf(
  session: OpenSession,
  contents: VaultContents,
  token: Token,
): ReturnType<typeof tokenState> {
  const moment = {
    ...session.expiries.moment(token),
    isReplaced: isReplaced(session, contents, token),
  };
  return tokenState(token, accessTypeOf(session, contents, token), moment);
}

/**
 * Whether a newer token of the credential that can do as much still stands in its place. Once that is revoked,
 * refused or over, the one before it is the last that works.
 */
export function isReplaced(session: OpenSession, contents: VaultContents, token: Token): boolean {
  if (token.supersededAtMs === null) return false;
  for (const newer of session.index.tokensOf(contents, token.credentialId)) {
    if (newer.id === token.id) return false;
    if (doesAsMuch(newer, token) && stands(session, newer)) return true;
  }
  return true;
}

/**
 * Whether a token whose time is up is the last of its kind: nobody asked for a newer one that can do as much, and
 * nobody ended or dismissed it. Its row stays, since somebody may still count on it; of several only the newest does.
 */
export function isUnreplaced(session: OpenSession, contents: VaultContents, token: Token): boolean {
  const { issue, revocation, partnerPlan, forgottenAtMs, forgetWhenDead, supersededAtMs } = token;
  if (issue !== 'issued' || revocation !== null || partnerPlan !== null) return false;
  if (forgottenAtMs !== null || forgetWhenDead || supersededAtMs !== null) return false;
  for (const newer of session.index.tokensOf(contents, token.credentialId)) {
    if (newer.id === token.id) return true;
    const isAsked = newer.issue === 'issued' || newer.issue === 'requested';
    if (isAsked && doesAsMuch(newer, token)) return false;
  }
  return false;
}

const doesAsMuch = (newer: Token, { requestedScopes }: Token): boolean =>
  requestedScopes.every((scope) => newer.requestedScopes.includes(scope));

const stands = (session: OpenSession, token: Token): boolean =>
  token.issue === 'issued' &&
  token.revocation === null &&
  token.forgottenAtMs === null &&
  !isRefused(token) &&
  !isProvenDead(token) &&
  (session.expiries.remainingMs(token) ?? 1) > 0;

const accessTypeOf = (session: OpenSession, contents: VaultContents, token: Token): AccessType =>
  session.index.credential(contents, token.credentialId)?.accessType ?? 'trader';

/** Whether something waits for a death before it goes. */
export function isAnythingWaiting(session: OpenSession, contents: VaultContents): boolean {
  const { credentials, tokens } = contents;
  return (
    credentials.some(({ removeWhenDead }) => removeWhenDead) ||
    tokens.some(({ forgetWhenDead }) => forgetWhenDead) ||
    spentSecrets(session, contents).length > 0
  );
}

/**
 * Secrets that a command printed and that nothing needs any more: no token that one issued is live, and no rotation
 * compares it. Of a person who refused to keep one, as soon as no rotation does.
 */
function spentSecrets(
  session: OpenSession,
  contents: VaultContents,
  gone: ReadonlySet<CredentialId> = new Set(),
): RecordName[] {
  return contents.credentials.flatMap(({ id, secretCommand }) => {
    if (secretCommand === undefined || gone.has(id)) return [];
    const name = { id, field: 'client_secret' as const };
    if (!session.vault.hasRecord(name)) return [];
    if (openRotation(contents.rotations, id) !== undefined) return [];
    const isNeeded = secretCommand.keepsWhileLive && mayHaveLiveTokens(session, contents, id);
    return isNeeded ? [] : [name];
  });
}

/** Milliseconds since its end, possibly negative: by every clock there is, since what goes then does not come back. */
function surelyOverMs(session: OpenSession, contents: VaultContents, token: Token): number {
  const accessType = accessTypeOf(session, contents, token);
  const longestMs = longestLifeMs(token, accessType, session.expiries.moment(token));
  return session.expiries.surelyOverMs(token, longestMs);
}

/** As `isLive`, before something is deleted: a single clock is not believed. */
function isSurelyDead(session: OpenSession, contents: VaultContents, token: Token): boolean {
  if (isLive(session, contents, token)) return false;
  if (isProvenDead(token) && !mayWorkAgain(token, session.expiries.windowMs(token))) return true;
  return surelyOverMs(session, contents, token) >= EXPIRY_MARGIN_MS;
}

const mayHaveLiveTokens = (session: OpenSession, contents: VaultContents, id: CredentialId) =>
  session.index.tokensOf(contents, id).some((token) => !isSurelyDead(session, contents, token));

function isDroppable(session: OpenSession, contents: VaultContents, token: Token): boolean {
  if (!isSurelyDead(session, contents, token)) return false;
  if (token.forgetWhenDead || token.forgottenAtMs !== null) return true;
  return surelyOverMs(session, contents, token) > PURGE_AFTER_EXPIRY_MS;
}

function recordsOf(
  session: OpenSession,
  tokens: readonly Token[],
  credentials: ReadonlySet<CredentialId>,
): RecordName[] {
  const names: RecordName[] = [
    ...[...credentials].flatMap(secretsOf),
    ...tokens.map(({ id }) => ({ id, field: 'access_token' as const })),
  ];
  return names.filter((name) => session.vault.hasRecord(name));
}
