// What a renewal changes in the vault's contents, each a pure step.
import type { Failure } from '../../shared/failures/failure.ts';
import type { CredentialId, TokenId } from '../domain/ids.ts';
import type { Handover, Renewal } from '../domain/renewal.ts';
import { editToken, inOrder, type Step } from '../tokens/ledger/ledger.ts';

/** Null takes the renewal out. */
export const editRenewal =
  (id: CredentialId, edit: (renewal: Renewal) => Renewal | null): Step =>
  (before) => ({
    ...before,
    renewals: before.renewals.flatMap((each) =>
      each.credentialId === id ? (edit(each) ?? []) : each,
    ),
  });

export const putRenewal =
  (renewal: Renewal): Step =>
  (before) => ({
    ...before,
    renewals: [
      ...before.renewals.filter(({ credentialId }) => credentialId !== renewal.credentialId),
      renewal,
    ],
  });

const editHandovers = (
  id: CredentialId,
  edit: (handovers: readonly Handover[]) => readonly Handover[],
): Step => editRenewal(id, (now) => ({ ...now, handovers: edit(now.handovers) }));

/** The intent: saved with the row of the request. A lease goes over to the successor. */
export const beginHandover = (id: CredentialId, from: TokenId, to: TokenId): Step =>
  inOrder(
    editHandovers(id, (handovers) => [
      ...handovers,
      { fromTokenId: from, toTokenId: to, handedOverAtMs: null },
    ]),
    (before) => {
      const lease = before.tokens.find((each) => each.id === from)?.lease;
      return lease === undefined ? before : editToken(to, (now) => ({ ...now, lease }))(before);
    },
  );

export const dropHandover = (id: CredentialId, to: TokenId): Step =>
  editHandovers(id, (handovers) => handovers.filter(({ toTokenId }) => toTokenId !== to));

/** The new token becomes the current one. */
export const handOver = (id: CredentialId, { fromTokenId, toTokenId }: Handover, atMs: number) =>
  inOrder(
    editToken(fromTokenId, (now) => ({ ...now, supersededAtMs: now.supersededAtMs ?? atMs })),
    editRenewal(id, (now) => ({
      ...now,
      refusals: 0,
      lastFailure: null,
      stoppedAtMs: null,
      handovers: now.handovers.map((each) =>
        each.toTokenId === toTokenId ? { ...each, handedOverAtMs: atMs } : each,
      ),
    })),
  );

interface FailedRenewal {
  readonly failure: Failure;
  readonly atMs: number;
  readonly refusals: number;
  readonly stops: boolean;
}

export const noteFailedRenewal = (
  id: CredentialId,
  { failure, atMs, refusals, stops }: FailedRenewal,
): Step =>
  editRenewal(id, (now) => ({
    ...now,
    refusals,
    lastFailure: { atMs, failure },
    stoppedAtMs: stops ? atMs : now.stoppedAtMs,
  }));
