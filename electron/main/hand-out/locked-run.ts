// A run whose credential stays usable while the vault is locked, because the person said so: its token is renewed as
// its program asks, and revoked when that ends. Holds the one client secret, the tokens of this run and the way to its
// environment, and nothing else. Nothing is sent before the journal says so. Knows no vault.
import { failureWords } from '../../shared/failures/failure-words.ts';
import type { TraderScope } from '../../shared/words.ts';
import { judgeAnswer, withBaseline } from '../domain/answer-evidence.ts';
import type { Clock } from '../domain/clock.ts';
import type { CredentialId, TokenId } from '../domain/ids.ts';
import { ok, type Result } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { within } from '../domain/time-limit.ts';
import { isVerifiable } from '../domain/token-evidence.ts';
import type { Token, TokenCheck } from '../domain/token.ts';
import type { CallFacts, GatewayTarget } from '../gateway/call-target.ts';
import type { Gateway, GatewayFailure } from '../gateway/gateway.ts';
import { fromGateway, outcomeOfFailure } from '../tokens/issuance/call-failure.ts';
import { arrivedToken } from '../tokens/issuance/minting.ts';
import { shownBy, wayOf } from '../tokens/checks/probe-answer.ts';
import { requestedToken } from '../tokens/ledger/ledger.ts';
import { endsTheRun, retryPauseMs } from '../tokens/revocation/revocation-attempts.ts';
import { refused, runSentences, type Refused } from './hand-out-words.ts';
import type { Journal, JournalLine } from './locked-run-journal.ts';
import { graceMs, isToRenew, SAME_REFUSAL_MS } from './renewal-pace.ts';
import { tokenAnswer, type TokenAnswer } from './token-answer.ts';

/** About half a minute of pauses; what the server has not accepted by then goes on at the next unlock. */
const MOST_ATTEMPTS = 6;

/** A token of the run with its text, which the run wipes. */
export interface HeldToken {
  readonly token: Token;
  readonly text: SecretBytes;
  /** Monotonic; null where its end is not known. */
  readonly endsMs: number | null;
}

export type LockedRunEnd = Extract<JournalLine, { what: 'ended' }>['by'];

/** What of the open vault the run goes on with. It owns the secrets. */
interface LockedRunMeans {
  readonly credentialId: CredentialId;
  readonly clientId: string;
  readonly scopes: readonly TraderScope[];
  readonly secret: SecretBytes;
  readonly target: GatewayTarget;
  readonly proxyPassword: SecretBytes | null;
  /** The current one last. */
  readonly tokens: readonly HeldToken[];
  readonly renewedAtMs: number;
  readonly journal: Journal;
}

interface LockedRunPorts {
  readonly clock: Clock;
  readonly gateway: Pick<Gateway, 'requestToken' | 'revokeToken' | 'probeToken'>;
  readonly newId: () => string;
}

export interface LockedRun {
  /** As `HandOuts.token`. */
  readonly token: (isRefused: boolean) => Promise<Result<TokenAnswer, Refused>>;
  /** Revokes the tokens of it, asks whether they are dead, and wipes all. Answers those not accepted as revoked. */
  readonly end: (by: LockedRunEnd) => Promise<readonly TokenId[]>;
  /** Revokes one token of it, which a newer one has replaced. */
  readonly retire: (id: TokenId) => Promise<void>;
  /** Begins nothing more, waits so long for what is under way, and wipes all. */
  readonly rest: (limitMs: number) => Promise<void>;
  /** Wipes every secret at once; what is under way is cut off. Its tokens live on. */
  readonly wipe: () => void;
  /** Those not revoked; the current one last. */
  readonly tokenIds: () => readonly TokenId[];
  readonly renewedAtMs: () => number;
  readonly isOver: () => boolean;
}

export function createLockedRun(ports: LockedRunPorts, means: LockedRunMeans): LockedRun {
  const { clock, gateway } = ports;
  const { secret, target, journal, credentialId, clientId, scopes } = means;
  const client = { accessType: 'trader', clientId, secret } as const;
  /** Cuts off calls. */
  const control = new AbortController();
  /** Nothing is tried again. */
  const resting = new AbortController();
  let held: readonly HeldToken[] = means.tokens;
  let { renewedAtMs } = means;
  /** `resting`: the vault is being unlocked, and what is under way may still end. */
  let state: 'usable' | 'resting' | 'ending' | 'over' = 'usable';
  /** The server refused the secret: it is not asked again and again with it. */
  let isSecretRefused = false;
  let renewing: Promise<Result<HeldToken, Refused>> | null = null;
  const underWay = new Set<Promise<unknown>>();
  const cancels = new Set<() => void>();

  const leftMs = ({ endsMs }: HeldToken): number | null =>
    endsMs === null ? null : endsMs - clock.monotonicMs();
  const edit = (id: TokenId, change: (one: HeldToken) => HeldToken): void => {
    held = held.map((each) => (each.token.id === id ? change(each) : each));
  };
  const options = { signal: control.signal };

  function after(delayMs: number, work: () => void): void {
    const cancel = clock.after(delayMs, () => {
      cancels.delete(cancel);
      work();
    });
    cancels.add(cancel);
  }

  function during<T>(work: Promise<T>): Promise<T> {
    const tracked = work.finally(() => underWay.delete(tracked));
    underWay.add(tracked);
    return tracked;
  }

  function answerOf(one: HeldToken): Result<TokenAnswer, Refused> {
    if (one.text.wiped) return refused('locked');
    return ok(tokenAnswer(one.text.copy(), leftMs(one), one.token.grantedScopes));
  }

  /** Each who asks meanwhile is given bytes of its own. */
  async function answerOnce(
    renewed: Promise<Result<HeldToken, Refused>>,
  ): Promise<Result<TokenAnswer, Refused>> {
    const made = await renewed;
    return made.ok ? answerOf(made.value) : made;
  }

  /** What the documented call shows of it; in the journal too. */
  async function probe({ token, text }: HeldToken): Promise<TokenCheck['outcome']> {
    const atMs = clock.nowMs();
    const answer = await gateway.probeToken(target, 'trader', text, options);
    const { facts } = answer.ok ? answer.value : answer.failure;
    const way = wayOf(facts);
    const check: TokenCheck = {
      atMs,
      status: facts.status,
      durationMs: Math.round(facts.durationMs),
      ...(answer.ok
        ? { ...judgeAnswer(shownBy(answer.value)), way }
        : { outcome: outcomeOfFailure(answer.failure) }),
    };
    if (answer.ok) answer.value.body.fill(0);
    edit(token.id, (now) => ({ ...now, token: withBaseline(now.token, check) }));
    await journal.add({ what: 'checked', tokenId: token.id, check });
    return check.outcome;
  }

  const isWanted = (): boolean => state === 'usable' || state === 'resting';
  const noLonger = (): Result<never, Refused> =>
    state === 'ending' ? refused('denied', runSentences.revoked) : refused('locked');

  async function mint(): Promise<Result<HeldToken, Refused>> {
    const row = requestedToken(ports.newId() as TokenId, credentialId, scopes, clock.nowMs());
    // A crash from here on leaves a line that says that a token may live.
    if (!(await journal.add({ what: 'requested', token: row }))) {
      return refused('gateway_refused', runSentences.notWritten);
    }
    if (!isWanted()) return noLonger();
    const answer = await gateway.requestToken(target, client, scopes, options);
    if (!answer.ok) return await noteFailure(row, answer.failure);
    const came: HeldToken[] = answer.value.tokens.map((issued, index) => {
      const own = index === 0 ? row : { ...row, id: ports.newId() as TokenId };
      const { lifetimeSeconds, facts, text } = issued;
      const endsMs =
        lifetimeSeconds === null ? null : facts.sentMonotonicMs + lifetimeSeconds * 1000;
      // Its fingerprint is under a key of the vault: made at the unlock.
      return { token: arrivedToken(own, issued, ''), text, endsMs };
    });
    held = [...came, ...held];
    let isWritten = true;
    for (const [index, { token, text }] of came.entries()) {
      const { facts } = answer.value.tokens[index] ?? answer.value.tokens[0];
      const line = { what: 'arrived', of: row.id, token, ...ofCall(facts) } as const;
      isWritten &&= text.wiped ? false : await journal.add(line, text);
    }
    const [fresh, ...others] = came;
    for (const other of others) void retire(other.token.id);
    if (fresh === undefined || !isWanted()) return noLonger();
    if (isWritten && fresh.token.issue === 'issued') return ok(fresh);
    void retire(fresh.token.id);
    return refused('gateway_refused', isWritten ? undefined : runSentences.notWritten);
  }

  async function noteFailure(row: Token, failure: GatewayFailure): Promise<Result<never, Refused>> {
    const { code, possiblyDone: unseen, facts } = failure;
    isSecretRefused ||= code === 'invalid_client';
    await journal.add({ what: 'failed', tokenId: row.id, unseen, code, ...ofCall(facts) });
    const { what, todo } = failureWords(fromGateway(failure, clock.nowMs()));
    return refused('gateway_refused', `${what} ${todo}`);
  }

  async function renew(old: HeldToken, isRefused: boolean): Promise<Result<HeldToken, Refused>> {
    const isAsked = isRefused && isVerifiable(old.token, 'trader');
    // A call may be refused for what it asks; then the token works, and stays.
    if (isAsked && (await probe(old)) === 'honoured') return ok(old);
    const made = isSecretRefused ? refused('gateway_refused') : await mint();
    if (!made.ok) {
      const left = leftMs(old);
      return isRefused || (left !== null && left <= 0) ? made : ok(old);
    }
    const fresh = made.value;
    if (isVerifiable(fresh.token, 'trader') && (await probe(fresh)) === 'refused') {
      void retire(fresh.token.id);
      return refused('gateway_refused', runSentences.refusesFresh);
    }
    if (!isWanted()) return noLonger();
    const { id } = fresh.token;
    held = [
      ...held.filter(({ token }) => token.id !== id),
      ...held.filter(({ token }) => token.id === id),
    ];
    renewedAtMs = clock.monotonicMs();
    await journal.add({ what: 'renewed', tokenId: id, atMs: clock.nowMs() });
    after(graceMs(old.token.lifetimeSeconds), () => void retire(old.token.id));
    return ok(fresh);
  }

  /** True once the server has accepted it. */
  async function revoke(one: HeldToken): Promise<boolean> {
    const { id } = one.token;
    await journal.add({ what: 'revoking', tokenId: id, atMs: clock.nowMs() });
    for (let attempts = 1; attempts <= MOST_ATTEMPTS && !resting.signal.aborted; attempts += 1) {
      const answer = await gateway.revokeToken(target, client, one.text, options);
      if (answer.ok && answer.value.verdict === 'accepted') {
        const facts = ofCall(answer.value.facts);
        const isWritten = await journal.add({ what: 'revoked', tokenId: id, ...facts });
        if (isVerifiable(one.token, 'trader') && !one.text.wiped) await probe(one);
        held = held.filter(({ token }) => token.id !== id);
        one.text.wipe();
        return isWritten;
      }
      if (!answer.ok && endsTheRun(answer.failure)) return false;
      if (attempts < MOST_ATTEMPTS) await pause(retryPauseMs(attempts));
    }
    return false;
  }

  const revoking = new Map<TokenId, Promise<boolean>>();
  function revokeOnce(one: HeldToken): Promise<boolean> {
    const { id } = one.token;
    const known = revoking.get(id);
    if (known !== undefined) return known;
    const begun = during(revoke(one)).finally(() => revoking.delete(id));
    revoking.set(id, begun);
    return begun;
  }

  async function retire(id: TokenId): Promise<void> {
    const one = held.find(({ token }) => token.id === id);
    if (one === undefined || one.text.wiped) return;
    await revokeOnce(one);
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      after(ms, resolve);
      resting.signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  function wipe(): void {
    // SECURITY(S55)
    state = 'over';
    secret.wipe();
    means.proxyPassword?.wipe();
    for (const { text } of held) text.wipe();
    for (const cancel of cancels) cancel();
    cancels.clear();
    resting.abort();
    control.abort();
    void journal.close();
  }

  async function close(): Promise<void> {
    wipe();
    await journal.close();
  }

  return {
    async token(isRefused) {
      const current = held.at(-1);
      if (renewing !== null) return await answerOnce(renewing);
      if (state !== 'usable' || current === undefined) return noLonger();
      const isOld = isToRenew(leftMs(current), current.token.lifetimeSeconds);
      const isNew = clock.monotonicMs() - renewedAtMs < SAME_REFUSAL_MS;
      if (!isOld && (!isRefused || isNew)) return answerOf(current);
      renewing = during(renew(current, isRefused && !isNew)).finally(() => {
        renewing = null;
      });
      return await answerOnce(renewing);
    },
    async end(by) {
      if (state !== 'usable') return held.map(({ token }) => token.id);
      state = 'ending';
      await journal.add({ what: 'ended', atMs: clock.nowMs(), by });
      // What is being asked for comes, and is revoked with the others.
      await renewing;
      const left = held;
      const accepted = await Promise.all(left.map(revokeOnce));
      const ids = left.filter((_one, at) => accepted[at] !== true).map(({ token }) => token.id);
      await close();
      return ids;
    },
    retire,
    async rest(limitMs) {
      if (state === 'over') return await journal.close();
      if (state === 'usable') {
        state = 'resting';
        await journal.add({ what: 'ended', atMs: clock.nowMs(), by: 'unlock' });
      }
      for (const cancel of cancels) cancel();
      resting.abort();
      await within(clock, limitMs, Promise.allSettled(underWay), null);
      control.abort();
      await within(clock, limitMs, Promise.allSettled(underWay), null);
      await close();
    },
    wipe,
    tokenIds: () => held.map(({ token }) => token.id),
    renewedAtMs: () => renewedAtMs,
    isOver: () => state === 'over',
  };
}

const ofCall = ({
  status,
  durationMs,
  sentAtMs,
}: CallFacts): {
  readonly atMs: number;
  readonly status: number | null;
  readonly durationMs: number;
} => ({
  atMs: sentAtMs + Math.round(durationMs),
  status,
  durationMs: Math.round(durationMs),
});
