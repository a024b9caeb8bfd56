// Gets tokens. Each request is written down before it leaves and its answer before it is shown, so
// that no token is ever lost: one that came and could not be saved is kept and saved again.
import type { Anomaly, TraderScope } from '../../shared/words.ts';
import type { Failure } from '../../shared/failure.ts';
import { REFUSALS_STOP_AUTOMATIC, type Credential } from '../domain/credential.ts';
import type { CredentialId, TokenId } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { Token } from '../domain/token.ts';
import type { GatewayFailure, IssuedToken, TokenAnswer } from '../gateway/gateway.ts';
import { fromGateway, fromVault } from './call-failure.ts';
import {
  addToken,
  editCredential,
  editToken,
  inOrder,
  putToken,
  removeToken,
  requestedToken,
  supersede,
  type Step,
} from './ledger.ts';
import { findCredential, findTokenPlace, type CredentialPlace, type Room } from './room.ts';
import type { UnsavedTokens } from './unsaved-tokens.ts';

export interface TokenRequests {
  /** Trader: at least one registered scope. Partner: none. Callers asking the same share one call. */
  readonly request: (
    credentialId: CredentialId,
    scopes: readonly TraderScope[],
    asked?: 'by_person' | 'automatically',
  ) => Promise<Result<TokenId, Failure>>;
  /** A new token with the same scopes; the old one becomes superseded, and stays live. */
  readonly renew: (tokenId: TokenId) => Promise<Result<TokenId, Failure>>;
}

export function createTokenRequests(room: Room, unsaved: UnsavedTokens): TokenRequests {
  const flights = new Map<string, Promise<Result<TokenId, Failure>>>();

  async function mint(
    place: CredentialPlace,
    scopes: readonly TraderScope[],
  ): Promise<Result<TokenId, Failure>> {
    const { credential, target } = place;
    const id = room.newId() as TokenId;
    const secret = room.vault.openRecord({ id: credential.id, field: 'client_secret' });
    if (!secret.ok) return fail(fromVault(secret.failure));
    const row = requestedToken(id, credential.id, scopes, room.clock.nowMs());
    const noted = await room.vault.change({ contents: addToken(row) });
    if (!noted.ok) {
      secret.value.wipe();
      return fail(fromVault(noted.failure));
    }
    const answer = await room.activities.during(
      { call: 'token', credentialId: credential.id, tokenId: id, startedAtMs: row.sentAtMs },
      () =>
        room.gateway.requestToken(
          target,
          {
            accessType: credential.accessType,
            clientId: credential.clientId,
            secret: secret.value,
          },
          scopes,
          { signal: room.closing },
        ),
    );
    secret.value.wipe();
    return answer.ok
      ? await keep(credential, row, answer.value)
      : await noteFailure(credential, row, answer.failure);
  }

  async function keep(
    credential: Credential,
    row: Token,
    answer: TokenAnswer,
  ): Promise<Result<TokenId, Failure>> {
    const arrivals = answer.tokens.map((issued, index) => ({
      token: arrivedToken(index === 0 ? row : { ...row, id: room.newId() as TokenId }, issued),
      text: issued.text,
    }));
    const [first] = answer.tokens;
    for (const { token } of arrivals) room.expiries.arrived(token, first.facts.sentMonotonicMs);
    const usable = arrivals.some(({ token }) => token.issue === 'issued');
    const steps: Step[] = arrivals.map(({ token }) => putToken(token));
    if (usable) {
      steps.push(supersede(credential.id, row.requestedScopes, row.id, room.clock.nowMs()));
    }
    steps.push(
      editCredential(credential.id, (now) => ({ ...now, refusalsInARow: 0, lastFailure: null })),
    );
    const saved = await unsaved.save(arrivals, inOrder(...steps));
    if (first.facts.clockSkewSeconds !== null) room.sawClockSkew(first.facts.clockSkewSeconds);
    room.changed();
    return saved.ok ? ok(row.id) : fail(fromVault(saved.failure));
  }

  function arrivedToken(row: Token, issued: IssuedToken): Token {
    return {
      ...row,
      issue: issued.quarantine === null ? 'issued' : 'quarantined',
      quarantine: issued.quarantine,
      fingerprint: room.vault.fingerprint(issued.text),
      grantedScopes: issued.grantedScopes,
      sentAtMs: issued.facts.sentAtMs,
      lifetimeSeconds: issued.lifetimeSeconds,
      expiresInRaw: issued.expiresInRaw,
      anomalies: [...issued.anomalies, ...skewAnomaly(issued)],
    };
  }

  async function noteFailure(
    credential: Credential,
    row: Token,
    failure: GatewayFailure,
  ): Promise<Result<TokenId, Failure>> {
    const atMs = room.clock.nowMs();
    const shown = fromGateway(failure, atMs, row.requestedScopes);
    const unseen = mayHaveMinted(failure);
    const refused = failure.code === 'invalid_client';
    const facts = { ...shown.facts, possiblyDone: unseen };
    await room.vault.change({
      contents: inOrder(
        unseen
          ? editToken(row.id, (token) => ({ ...token, issue: 'possibly_issued' }))
          : removeToken(row.id),
        editCredential(credential.id, (now) => ({
          ...now,
          refusalsInARow: refused ? now.refusalsInARow + 1 : now.refusalsInARow,
          lastFailure: { atMs, failure: { ...shown, facts } },
        })),
      ),
    });
    if (failure.facts.clockSkewSeconds !== null) room.sawClockSkew(failure.facts.clockSkewSeconds);
    room.changed();
    return fail({ ...shown, facts });
  }

  const request: TokenRequests['request'] = async (credentialId, scopes, asked = 'by_person') => {
    const place = findCredential(room, credentialId);
    if (!place.ok) return place;
    const refusal = refusalBeforeSending(place.value.credential, scopes, asked);
    if (refusal !== null) return fail(refusal);
    const ordered = [...new Set(scopes)].toSorted();
    const key = [credentialId, ...ordered].join(' ');
    const flight = flights.get(key) ?? mint(place.value, ordered);
    flights.set(key, flight);
    try {
      return await flight;
    } finally {
      flights.delete(key);
    }
  };

  return {
    request,
    async renew(tokenId) {
      const place = findTokenPlace(room, tokenId);
      if (!place.ok) return place;
      const { credential, token } = place.value;
      return await request(credential.id, token.requestedScopes);
    },
  };
}

function refusalBeforeSending(
  credential: Credential,
  scopes: readonly TraderScope[],
  asked: 'by_person' | 'automatically',
): Failure | null {
  if (asked === 'automatically' && credential.refusalsInARow >= REFUSALS_STOP_AUTOMATIC) {
    return { code: 'attempts_stopped', facts: { count: credential.refusalsInARow } };
  }
  if (credential.accessType === 'partner') {
    return scopes.length === 0 ? null : { code: 'wrong_access_type' };
  }
  if (scopes.length === 0) return { code: 'scope_required' };
  const foreign = scopes.filter((scope) => !credential.registeredScopes.includes(scope));
  return foreign.length === 0 ? null : { code: 'scope_not_registered', facts: { scopes: foreign } };
}

/** The request left and no answer says that nothing was minted (reliability.md, U). */
function mayHaveMinted(failure: GatewayFailure): boolean {
  if (!failure.possiblyDone) return false;
  const { status } = failure.facts;
  // 502 and 504 come from something between us and a server that may have minted.
  return status === null || (status >= 200 && status < 300) || status === 502 || status === 504;
}

function skewAnomaly(issued: IssuedToken): readonly Anomaly[] {
  const skew = issued.facts.clockSkewSeconds;
  return skew !== null && Math.abs(skew) > 60 ? ['clock_skew'] : [];
}
