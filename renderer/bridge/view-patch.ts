// From what main sends to the view that the window shows. What did not change stays the same object, so
// that nothing of it repaints. A patch that does not fit answers null, and never a wrong view. Pure.
import type {
  CredentialView,
  TokenView,
} from '../../electron/shared/credentials/credential-view.ts';
import { unpackRows } from '../../electron/shared/packed-rows.ts';
import type {
  CredentialPatch,
  ListPatch,
  ViewPatch,
  ViewUpdate,
  WholeView,
} from '../../electron/shared/view-update.ts';
import type { AppView } from '../../electron/shared/views.ts';

/** The view after `update`; null where the update is a patch for another view than `held`. */
export function applyUpdate(held: AppView | null, update: ViewUpdate): AppView | null {
  const { version, after, text } = update;
  if (after === null) return readWhole(version, JSON.parse(text) as WholeView);
  if (held?.version !== after) return null;
  return applyPatch(held, version, JSON.parse(text) as ViewPatch);
}

function readWhole(version: number, whole: WholeView): AppView {
  const credentials = unpackRows(whole.credentials, whole.count) as CredentialView[];
  const counts = unpackRows(whole.held, whole.count) as readonly number[];
  const tokens = unpackRows(whole.tokens, whole.tokenCount) as readonly TokenView[];
  let next = 0;
  // Nobody else holds these rows yet, and no two of them are one: their ids differ.
  credentials.forEach((credential, at) => {
    const from = next;
    next += counts[at] ?? 0;
    credential.tokens = tokens.slice(from, next);
    for (const token of credential.tokens) token.credentialId = credential.id;
  });
  return { ...whole.rest, version, credentials };
}

export function applyPatch(held: AppView, version: number, patch: ViewPatch): AppView | null {
  const credentials = applyList(held.credentials, patch.credentials, applyToCredential);
  return credentials && { ...held, ...patch.rest, version, credentials };
}

function applyToCredential(
  { head, tokens: patch }: CredentialPatch,
  before: CredentialView | undefined,
): CredentialView | null {
  if (head === null && before === undefined) return null;
  const tokens = applyList(before?.tokens ?? [], patch, (token: TokenView) => token);
  if (tokens === null) return null;
  return { ...(before as CredentialView), ...head, tokens };
}

function applyList<T extends { readonly id: string }, Row extends { readonly id: string }>(
  before: T[],
  patch: ListPatch<Row> | null,
  make: (row: Row, before: T | undefined) => T | null,
): T[] | null {
  if (patch === null) return before;
  const { order, rows } = patch;
  const ids = before.map(({ id }) => id);
  const idsNow =
    order === null
      ? ids
      : [...ids.slice(0, order.from), ...order.ids, ...ids.slice(order.from + order.removed)];
  const known = new Map(before.map((each) => [each.id, each]));
  for (const row of rows) {
    const made = make(row, known.get(row.id));
    if (made === null) return null;
    known.set(row.id, made);
  }
  const now = idsNow.map((id) => known.get(id));
  return now.every((each) => each !== undefined) ? now : null;
}
