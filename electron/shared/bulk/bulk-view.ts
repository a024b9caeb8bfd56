// One action on many credentials as the app window sees it, and the calls that make one.
import * as v from 'valibot';
import { confirmedCall, plainCall } from '../call-rows.ts';
import { checkOutcomes } from '../tokens/check-outcome.ts';
import { failureCodes } from '../failures/failure-codes.ts';
import { credentialId, id, list, MOST_ROWS, timeMs, tokenId } from '../view-parts.ts';
import { traderScopes } from '../words.ts';

const bulkKinds = ['get', 'renew', 'check'] as const;
export type BulkKind = (typeof bulkKinds)[number];

/** One action on many credentials, and how far it is with each. */
export const bulkRunView = v.strictObject({
  id,
  kind: v.picklist(bulkKinds),
  startedAtMs: timeMs,
  endedAtMs: v.nullable(timeMs),
  items: v.array(
    v.strictObject({
      /** Empty where its token was gone before it began. */
      credentialId: v.union([id, v.literal('')]),
      state: v.picklist(['waiting', 'running', 'done', 'failed', 'left_alone']),
      failure: v.nullable(v.picklist(failureCodes)),
      outcome: v.nullable(v.picklist(checkOutcomes)),
    }),
  ),
});
export type BulkRunView = v.InferOutput<typeof bulkRunView>;

const some = <T extends v.GenericSchema>(item: T) => list(item, MOST_ROWS, 1);
const tokens = { tokenIds: some(tokenId) };
const begun = v.strictObject({ runId: id });
const begunOrCancelled = v.union([begun, v.literal('cancelled')]);

/** The rows of the contract about actions on many credentials. */
export const bulkCalls = {
  /** One more live token of each: asked once, in numbers and names. */
  bulkGet: {
    ...confirmedCall('issues_tokens', {
      asks: some(
        v.strictObject({
          credentialId,
          scopes: list(v.picklist(traderScopes), traderScopes.length),
        }),
      ),
    }),
    output: begunOrCancelled,
  },
  bulkRenew: { ...confirmedCall('issues_tokens', tokens), output: begunOrCancelled },
  bulkCheck: { ...plainCall(tokens), output: begun },
  /** Leaves alone what was not begun. */
  bulkCancel: plainCall({ runId: id }),
  bulkClose: plainCall({ runId: id }),
} as const;
