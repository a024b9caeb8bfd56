// From what is shown to what crosses to the window: a whole view packed, or what changed from one to the
// next. Adds nothing to the checked views of the rows. Pure.
import { packMade, packRows } from '../../shared/packed-rows.ts';
import type {
  CredentialPatch,
  ListPatch,
  ViewPatch,
  ViewRest,
  ViewUpdate,
  WholeView,
} from '../../shared/view-update.ts';
import type { TokenView } from '../../shared/credentials/credential-view.ts';
import type { ShownCredential, ShownToken, CachedProjection } from './projection-cache.ts';

/** For a page that holds nothing, or nothing that a patch would fit. */
export function wholeUpdate(view: CachedProjection): ViewUpdate {
  const { version, rest, credentials } = view;
  const tokens = credentials.flatMap((each) => each.tokens);
  const whole: WholeView = {
    rest,
    count: credentials.length,
    credentials: packMade(credentials, (each) => ({ ...each.head(), tokens: [] })),
    held: packRows(credentials.map((each) => each.tokens.length)),
    tokenCount: tokens.length,
    tokens: packMade(tokens, (each) => ({ ...each.view(), credentialId: '' })),
  };
  return { version, after: null, text: JSON.stringify(whole) };
}

/** From so many rows on, a whole view may be shorter than a patch, which does not pack them. */
const MANY_ROWS = 200;

/** For a page that holds `before`: a patch, or the whole where most of it differs. */
export function patchUpdate(before: CachedProjection, view: CachedProjection): ViewUpdate {
  const isMost = (rows: number): boolean => rows >= MANY_ROWS && rows * 2 > view.credentials.length;
  // So many are new at least, as after an unlock: no patch is made of them to be thrown away.
  if (isMost(view.credentials.length - before.credentials.length)) return wholeUpdate(view);
  const patch = diffViews(before, view);
  if (isMost(patch.credentials?.rows.length ?? 0)) return wholeUpdate(view);
  return { version: view.version, after: before.version, text: JSON.stringify(patch) };
}

/** Whether anything but the number and the time of day differs. */
export function differ(before: CachedProjection, view: CachedProjection): boolean {
  const { credentials } = view;
  return (
    Object.keys(diffRest(before, view)).some((name) => name !== 'nowMs') ||
    credentials.length !== before.credentials.length ||
    credentials.some((each, at) => diffCredentials(each, before.credentials[at]) !== null)
  );
}

export function diffViews(before: CachedProjection, view: CachedProjection): ViewPatch {
  return {
    rest: diffRest(before, view),
    credentials: diffLists(before.credentials, view.credentials, diffCredentials),
  };
}

function diffRest(before: CachedProjection, view: CachedProjection): Partial<ViewRest> {
  const changed = Object.entries(view.rest).filter(
    ([name, value]) => !same(before.rest[name as keyof ViewRest], value),
  );
  return Object.fromEntries(changed);
}

function diffCredentials(
  now: ShownCredential,
  before: ShownCredential | undefined,
): CredentialPatch | null {
  if (now === before) return null;
  const head = now.head();
  const patch: CredentialPatch = {
    id: now.id,
    head: before !== undefined && same(before.head(), head) ? null : head,
    tokens: diffLists(before?.tokens ?? [], now.tokens, diffTokens),
  };
  return patch.head === null && patch.tokens === null ? null : patch;
}

function diffTokens(now: ShownToken, before: ShownToken | undefined): TokenView | null {
  if (now === before) return null;
  const view = now.view();
  return before !== undefined && same(before.view(), view) ? null : view;
}

/** `rowOf` answers null where a row is as before. The answer is null where nothing differs. */
function diffLists<T extends { readonly id: string }, Row>(
  before: readonly T[],
  now: readonly T[],
  rowOf: (now: T, before: T | undefined) => Row | null,
): ListPatch<Row> | null {
  if (before === now) return null;
  const order = diffOrder(before, now);
  // Most often every row stands where it stood.
  const byId = order === null ? null : new Map(before.map((each) => [each.id, each]));
  const rows = now
    .map((each, at) => rowOf(each, byId === null ? before[at] : byId.get(each.id)))
    .filter((row) => row !== null);
  return order === null && rows.length === 0 ? null : { order, rows };
}

function diffOrder<T extends { readonly id: string }>(
  before: readonly T[],
  now: readonly T[],
): ListPatch<T>['order'] {
  const shorter = Math.min(before.length, now.length);
  let from = 0;
  while (from < shorter && before[from]?.id === now[from]?.id) from += 1;
  if (from === before.length && from === now.length) return null;
  let tail = 0;
  while (tail < shorter - from && before.at(-1 - tail)?.id === now.at(-1 - tail)?.id) tail += 1;
  return {
    from,
    removed: before.length - from - tail,
    ids: now.slice(from, now.length - tail).map(({ id }) => id),
  };
}

/** As JSON sees them. An unchanged row is most often the very same object. */
const same = (a: unknown, b: unknown): boolean =>
  a === b || (a !== undefined && JSON.stringify(a) === JSON.stringify(b));
