// What an open revocation run means for tokens that are not there yet: nothing is minted by itself while it
// is open, and a token whose request was under way at the trigger is revoked as it arrives (case 87). So is
// one whose credential was to be deleted since, and one that nobody waits for any more.
import type { Credential } from '../../domain/credential.ts';
import type { CredentialId, RevocationRunId, TokenId } from '../../domain/ids.ts';
import type { RevocationRun } from '../../domain/revocation-run.ts';
import { isOpen, runCovers } from '../../domain/revocation-scope.ts';
import type { Token } from '../../domain/token.ts';
import type { VaultContents } from '../../vault/vault.ts';
import type { Step } from './ledger.ts';
import { withIntent, withPlan } from '../revocation/revocation-run-steps.ts';

/** Whether automatic requests with this credential have to wait. */
export function isFrozen(
  { drills, revocationRuns, tokens }: VaultContents,
  credential: Credential,
): boolean {
  const hasTokenOf = (ids: ReadonlySet<TokenId>): boolean =>
    tokens.some(({ id, credentialId }) => credentialId === credential.id && ids.has(id));
  return revocationRuns.some(
    (run) =>
      isOpen(run) &&
      (run.scope.kind === 'selection'
        ? hasTokenOf(new Set(run.scope.tokenIds))
        : runCovers(run, credential, drills)),
  );
}

/**
 * Whether a trigger that came since has frozen a credential: what waits is not what the person wants any
 * more. One that was open before says nothing about it: the person asked in spite of it.
 */
export function frozenSince(
  before: VaultContents,
): (now: VaultContents, credential: CredentialId) => boolean {
  const known = new Set<RevocationRunId>(before.revocationRuns.map(({ id }) => id));
  return (now, credentialId) => {
    const revocationRuns = now.revocationRuns.filter(({ id }) => !known.has(id));
    if (revocationRuns.length === 0) return false;
    const credential = now.credentials.find(({ id }) => id === credentialId);
    return credential !== undefined && isFrozen({ ...now, revocationRuns }, credential);
  };
}

export type LateArrivals = ReturnType<typeof expectArrivals>;

/**
 * Call it when a request begins. Runs that begin from then on until the answer is saved cover its
 * tokens; one that was open before does not: then the person asked for the token in spite of it. So with
 * the deletion of its credential.
 * @param left aborted once nobody wants the tokens any more.
 */
export function expectArrivals(
  before: VaultContents,
  credential: Credential,
  { nowMs, left }: { readonly nowMs: () => number; readonly left?: AbortSignal | undefined },
) {
  const isLeft = (): boolean => left?.aborted === true;
  const known = new Set<RevocationRunId>(before.revocationRuns.map(({ id }) => id));
  const isSince =
    ({ drills }: VaultContents) =>
    (run: RevocationRun): boolean =>
      !known.has(run.id) && run.cancelledAtMs === null && runCovers(run, credential, drills);
  const end = credential.accessType === 'trader' ? withIntent : withPlan;
  const isDeletedSince = ({ credentials }: VaultContents): boolean =>
    !credential.removeWhenDead &&
    credentials.some(({ id, removeWhenDead }) => id === credential.id && removeWhenDead);
  const isStopped = (contents: VaultContents): boolean =>
    contents.revocationRuns.some(isSince(contents)) || isDeletedSince(contents);
  const isUnwanted = (contents: VaultContents): boolean => isLeft() || isStopped(contents);

  function joined(
    contents: VaultContents,
    run: RevocationRun,
    ids: readonly TokenId[],
  ): RevocationRun {
    if (!isSince(contents)(run) || run.closedAtMs !== null) return run;
    const list = credential.accessType === 'trader' ? 'tokenIds' : 'guidedTokenIds';
    return { ...run, [list]: [...new Set([...run[list], ...ids])] };
  }

  return {
    /** The arrived token as the runs or the deletion want it: never active. */
    covered: (contents: VaultContents, token: Token): Token =>
      isUnwanted(contents) ? end(token, nowMs()) : token,
    /** The step, unless whoever asked for the tokens has left. */
    unlessLeft:
      (step: Step): Step =>
      (contents) =>
        isLeft() ? contents : step(contents),
    /**
     * Puts the arrived tokens into the runs that cover them.
     * @param wereHere they are not those of the request alone: that nobody waits for that ends them not.
     */
    join:
      (ids: readonly TokenId[], wereHere?: true): Step =>
      (contents) => {
        if (!(wereHere ? isStopped : isUnwanted)(contents)) return contents;
        const atMs = nowMs();
        return {
          ...contents,
          tokens: contents.tokens.map((each) => (ids.includes(each.id) ? end(each, atMs) : each)),
          revocationRuns: contents.revocationRuns.map((run) => joined(contents, run, ids)),
        };
      },
  };
}
