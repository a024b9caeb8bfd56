// One token request from its row to its answer: written down before it leaves, its answer before it is
// shown. What a request that nobody asked for by hand has to respect is asked again as its turn comes.
import type { TraderScope } from '../../../shared/words.ts';
import { type Failure, gone } from '../../../shared/failures/failure.ts';
import type { Credential } from '../../domain/credential.ts';
import type { CredentialId, TokenId } from '../../domain/ids.ts';
import { GOT_FOR_TRADING } from '../../domain/history-event.ts';
import { fail, ok, type Outcome } from '../../domain/result.ts';
import type { SecretField } from '../../domain/rotation.ts';
import { pause } from '../../domain/time-limit.ts';
import { cameWithoutTime } from '../../domain/token-evidence.ts';
import type { Lease, Token } from '../../domain/token.ts';
import type { GatewayFailure, IssuedToken, TokenAnswer } from '../../gateway/gateway.ts';
import type { CallFacts } from '../../gateway/call-target.ts';
import type { VaultContents } from '../../vault/vault.ts';
import { fromGateway } from './call-failure.ts';
import { expectArrivals, isFrozen, type LateArrivals } from '../ledger/late-arrivals.ts';
import {
  addToken,
  editCredential,
  editToken,
  givenAgain,
  inOrder,
  putToken,
  removeToken,
  requestedToken,
  supersede,
  type Step,
} from '../ledger/ledger.ts';
import { recordTokenEvent, ofCall } from '../ledger/event-recording.ts';
import {
  findEnvironment,
  findToken,
  type CredentialPlace,
  type OpenSession,
} from '../open-session.ts';
import type { SecretForMinting } from './secret-provider.ts';

/** Pause before a save that failed is tried again. */
const SAVE_AGAIN_MS = 5_000;

/** What an automatic request belongs to: the token it will replace, once it was found to work. */
export interface Replacing {
  /** Asked when its turn has come: false, and nothing is sent. */
  readonly wanted: () => boolean;
  /** Saved with the row of the request, before it leaves. */
  readonly intent: (id: TokenId) => Step;
  /** The arrived token as it is to be saved. */
  readonly arrived: (contents: VaultContents, token: Token) => Token;
}

export type Initiator = 'user' | 'background';

export interface SecretUse {
  readonly field: SecretField;
  /** False for a trial: it replaces no token, and its failure is none of the credential's. */
  readonly counts: boolean;
}

/** Lets whoever asked see the call itself. */
export interface Following {
  /** Once, before anything of it is saved. `tokenIds`: of every token that came. */
  readonly answered: (answer: {
    readonly facts: CallFacts;
    readonly failure: GatewayFailure | null;
    readonly tokenIds: readonly TokenId[];
  }) => void;
  /** Of every token that comes: should the app end before it is revoked, the next unlock revokes it. */
  readonly lease?: Lease;
}

export interface Order {
  readonly scopes: readonly TraderScope[];
  readonly use: SecretUse;
  readonly initiator: Initiator;
  /** Null: a token that comes replaces those with its scopes at once. */
  readonly replacing: Replacing | null;
  readonly following?: Following;
  /** Nobody wants it any more: ends what was not sent yet. A token that comes all the same is revoked at once. */
  readonly left?: AbortSignal;
  /** False: it is tried again, and its failure is not yet the credential's. */
  readonly isLast?: (failure: Failure) => boolean;
}

/** One request from its row to its answer. */
interface Minting extends Order {
  readonly credential: Credential;
  readonly row: Token;
  readonly late: LateArrivals;
}

/** One request: `renewals_frozen` where it is not wanted as its turn comes. */
export async function mint(
  session: OpenSession,
  place: CredentialPlace,
  order: Order,
): Outcome<TokenId> {
  const { credential, environment } = place;
  const { scopes, use, initiator, replacing, following, left } = order;
  if (replacing?.wanted() === false) return fail({ code: 'renewals_frozen' });
  const late = expectArrivals(session.vault.contents(), credential, {
    nowMs: session.clock.nowMs,
    left,
  });
  const id = session.newId() as TokenId;
  const opened = await openSecret(session, place, order);
  if (!opened.ok) return opened;
  const { secret, noted: secretNoted, isToSeal } = opened.value;
  const row = {
    ...requestedToken(id, credential.id, scopes, session.clock.nowMs()),
    ...(following?.lease === undefined ? {} : { lease: following.lease }),
  };
  const intent =
    replacing === null
      ? inOrder(addToken(row), secretNoted)
      : inOrder(addToken(row), secretNoted, replacing.intent(id));
  const noted = await session.vault.change({
    contents: (now) => (hasCredential(now, credential.id) ? intent(now) : now),
    ...(isToSeal ? { seal: [{ name: { id: credential.id, field: use.field }, secret }] } : {}),
  });
  // A token of a credential that is gone would be in no list: it may have been deleted as this row was saved.
  const now = session.vault.contents();
  if (!noted.ok || findToken(session, id) === null || !hasCredential(now, credential.id)) {
    secret.wipe();
    return noted.ok ? fail(gone('key')) : noted;
  }
  // The trigger may have come while the row was being saved: nothing has left yet.
  const isStopped = initiator === 'background' && isFrozen(now, credential);
  // SECURITY(S35): the command that prints the secret, or the save, may have taken long.
  const at = findEnvironment(session, environment.id);
  if (isStopped || !at.ok) {
    secret.wipe();
    const removed = await session.vault.change({ contents: removeToken(id) });
    if (!removed.ok) void settleRow(session, removeToken(id));
    return at.ok ? fail({ code: 'renewals_frozen' }) : at;
  }
  const answer = await session.activities.during(
    { call: 'token', credentialId: credential.id, tokenId: id, startedAtMs: row.sentAtMs, left },
    () =>
      session.gateway.requestToken(
        at.value.target,
        {
          accessType: credential.accessType,
          clientId: credential.clientId,
          secret,
        },
        scopes,
        // A request that was cut off leaves a token that may live, and no text to revoke it with.
        { signal: session.closing, unsent: left },
      ),
  );
  secret.wipe();
  return answer.ok
    ? await keep(session, { ...order, credential, row, late }, answer.value)
    : await noteFailure(session, { ...order, credential, row, late }, answer.failure);
}

/** A command that fails is noted at the credential like a refused request: nobody may be looking. */
async function openSecret(
  session: OpenSession,
  { credential }: CredentialPlace,
  { use, isLast, following, left }: Order,
): Outcome<SecretForMinting> {
  if (!use.counts && following === undefined) {
    const secret = await session.secrets.toPresent(credential, use.field);
    if (!secret.ok) return secret;
    const isSealed = session.secrets.isSealed({ id: credential.id, field: use.field });
    const isToSeal = credential.secretCommand?.keepsWhileLive === true && !isSealed;
    return ok({ secret: secret.value, noted: (before) => before, isToSeal });
  }
  const opened = await session.secrets.toMint(credential, use.field, left);
  if (opened.ok || credential.secretCommand === undefined || !use.counts) return opened;
  const { failure } = opened;
  const isNoted = failure.code.startsWith('manager_') && (isLast?.(failure) ?? true);
  if (!isNoted) return opened;
  const lastFailure = { atMs: session.clock.nowMs(), failure };
  await session.vault.change({
    contents: editCredential(credential.id, (now) => ({ ...now, lastFailure })),
  });
  session.changed();
  return opened;
}

/** A request that is over is not shown as one under way for as long as the vault stays open. */
async function settleRow(session: OpenSession, row: Step): Promise<void> {
  for (let saved = false; !saved;) {
    await pause(session.clock, SAVE_AGAIN_MS);
    if (session.closing.aborted) return;
    saved = (await session.vault.change({ contents: row })).ok;
  }
  session.changed();
}

async function keep(session: OpenSession, minting: Minting, answer: TokenAnswer): Outcome<TokenId> {
  const { credential, row, use, late, initiator, replacing, following, left } = minting;
  const [first] = answer.tokens;
  const knownId = session.texts.idOf(first.text);
  const fresh = answer.tokens.filter(({ text }) => session.texts.idOf(text) === null);
  if (knownId !== null && fresh.length === 0)
    return await keepKnown(session, minting, first, knownId);
  for (const each of answer.tokens) if (!fresh.includes(each)) each.text.wipe();
  const arrivals = fresh.map((issued, index) => {
    const token = arrivedToken(
      index === 0 ? row : { ...row, id: session.newId() as TokenId },
      issued,
      session.vault.fingerprint(issued.text),
    );
    const contents = session.vault.contents();
    const wanted = replacing?.arrived(contents, token) ?? token;
    return { token: late.covered(contents, wanted), text: issued.text };
  });
  const tokenIds = arrivals.map(({ token }) => token.id);
  following?.answered({ facts: first.facts, failure: null, tokenIds });
  for (const { token } of arrivals) session.expiries.arrived(token, first.facts.sentMonotonicMs);
  const usable = arrivals.some(({ token }) => token.issue === 'issued' && !cameWithoutTime(token));
  const steps: Step[] = arrivals.map(({ token }) => putToken(token));
  if (use.counts) {
    if (usable && replacing === null) {
      const { requestedScopes: scopes, id } = row;
      steps.push(late.unlessLeft(supersede(credential.id, scopes, id, session.clock.nowMs())));
    }
    steps.push(
      editCredential(credential.id, (now) => ({ ...now, refusalsInARow: 0, lastFailure: null })),
    );
  }
  steps.push(late.join(tokenIds));
  const saved = await session.texts.save(arrivals, inOrder(...steps));
  // One that left as this was being saved may have come too late: then it is kept like any other.
  const wasEnded = (id: TokenId): boolean => {
    const token = left?.aborted === true ? findToken(session, id) : null;
    return token !== null && (token.revocation !== null || token.partnerPlan !== null);
  };
  for (const { token } of arrivals) {
    const word = wordOf(token);
    const notSavedBy = saved.ok ? undefined : saved.failure.code;
    const call = { ...ofCall(first.facts, notSavedBy), by: byOf(initiator) };
    recordTokenEvent(session, 'token_received', token, { ...call, ...word, ...endOf(token) });
    if (!wasEnded(token.id)) continue;
    const ended = credential.accessType === 'trader' ? 'revoke_asked' : 'plan_started';
    recordTokenEvent(session, ended, token, { by: 'app' });
  }
  session.sawClock(first.facts);
  session.changed();
  if (!saved.ok) return saved;
  return wasEnded(row.id)
    ? fail({ code: 'ended_by_stop', facts: { about: 'token came' } })
    : ok(row.id);
}

/**
 * The server gave a text that is here already. It is the same token: its card gets the later end, and nothing that
 * was asked for here may revoke it, but for a run that began since. Whoever wanted a token of its own gets none.
 */
async function keepKnown(
  session: OpenSession,
  { credential, row, use, late, initiator, replacing, following }: Minting,
  issued: TokenAnswer['tokens'][0],
  id: TokenId,
): Outcome<TokenId> {
  const { facts } = issued;
  const token = arrivedToken({ ...row, id }, issued, session.vault.fingerprint(issued.text));
  issued.text.wipe();
  following?.answered({ facts, failure: null, tokenIds: [] });
  const steps: Step[] = [removeToken(row.id), editToken(id, (now) => givenAgain(now, token))];
  if (use.counts && replacing === null) {
    const { requestedScopes: scopes } = row;
    steps.push(late.unlessLeft(supersede(credential.id, scopes, id, session.clock.nowMs())));
  }
  const isOwn = findToken(session, id)?.credentialId === credential.id;
  if (isOwn) steps.push(late.join([id], true));
  const saved = await session.texts.save([], inOrder(...steps), [id]);
  const now = findToken(session, id);
  if (now?.sentAtMs === token.sentAtMs) session.expiries.arrived(now, facts.sentMonotonicMs);
  const call = {
    ...ofCall(facts, saved.ok ? undefined : saved.failure.code),
    by: byOf(initiator),
  };
  recordTokenEvent(session, 'token_received', now ?? token, { ...call, ...endOf(token) });
  session.changed();
  if (!saved.ok) return saved;
  const isOurs = isOwn && following === undefined;
  const isEnding = now === null || now.revocation !== null || now.partnerPlan !== null;
  return isOurs && !isEnding ? ok(id) : fail({ code: 'token_repeated' });
}

async function noteFailure(
  session: OpenSession,
  { credential, row, use, initiator, following, isLast }: Minting,
  failure: GatewayFailure,
): Outcome<TokenId> {
  const atMs = session.clock.nowMs();
  const shown = fromGateway(failure, atMs, row.requestedScopes);
  // Also a 500 or 503: a server that failed may have minted before it did (invariant I4).
  const unseen = failure.possiblyDone;
  following?.answered({ facts: failure.facts, failure, tokenIds: [] });
  const refused = failure.code === 'invalid_client';
  // Of a secret that was replaced meanwhile it says nothing that still matters.
  const matters = (now: Credential): boolean =>
    !refused || now.secretFingerprint === credential.secretFingerprint;
  const told = { ...shown, facts: { ...shown.facts, possiblyDone: unseen } };
  const isEnd = isLast?.(told) ?? true;
  const settled = unseen
    ? editToken(row.id, (token) => ({ ...token, issue: 'possibly_issued' }))
    : removeToken(row.id);
  const saved = await session.vault.change({
    contents: inOrder(
      settled,
      use.counts && isEnd
        ? editCredential(credential.id, (now) =>
            matters(now)
              ? {
                  ...now,
                  refusalsInARow: refused ? now.refusalsInARow + 1 : now.refusalsInARow,
                  lastFailure: { atMs, failure: told },
                }
              : now,
          )
        : (before) => before,
    ),
  });
  if (!saved.ok) void settleRow(session, settled);
  recordTokenEvent(session, unseen ? 'token_possibly_issued' : 'token_request_failed', row, {
    ...ofCall(failure.facts, failure.code),
    by: byOf(initiator),
  });
  session.sawClock(failure.facts);
  session.changed();
  return fail(told);
}

/** The row of a request as its answer makes it. */
const arrivedToken = (row: Token, issued: IssuedToken, fingerprint: string): Token => ({
  ...row,
  issue: issued.quarantine === null ? 'issued' : 'quarantined',
  quarantine: issued.quarantine,
  fingerprint,
  grantedScopes: issued.grantedScopes,
  sentAtMs: issued.facts.sentAtMs,
  lifetimeSeconds: issued.lifetimeSeconds,
  expiresInRaw: issued.expiresInRaw,
  anomalies: isSkewed(issued) ? [...issued.anomalies, 'clock_skew'] : issued.anomalies,
});

const isSkewed = ({ facts: { clockSkewSeconds: skew } }: IssuedToken): boolean =>
  skew !== null && Math.abs(skew) > 60;

const hasCredential = ({ credentials }: VaultContents, wanted: CredentialId): boolean =>
  credentials.some(({ id }) => id === wanted);
const byOf = (initiator: Initiator): 'person' | 'app' => (initiator === 'user' ? 'person' : 'app');

function wordOf({ issue, requestedScopes }: Token): { readonly word?: string } {
  if (issue === 'quarantined') return { word: 'quarantined' };
  return requestedScopes.includes('TRADER_TRADE') ? { word: GOT_FOR_TRADING } : {};
}

const endOf = ({ sentAtMs, lifetimeSeconds }: Token): { readonly endsAtMs?: number } =>
  lifetimeSeconds === null ? {} : { endsAtMs: sentAtMs + lifetimeSeconds * 1000 };
