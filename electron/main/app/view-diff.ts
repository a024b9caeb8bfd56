// What of a view crosses to the window: all that differs, as JSON, from what crossed last. SECURITY: nothing
// crosses that was not checked against the strict schemas just before.
import * as v from 'valibot';
import { credentialView } from '../../shared/credentials/credential-view.ts';
import { appView, type ShownView } from '../../shared/views.ts';

/** What the page holds, as JSON: its parts by name, and its credentials by id, in their order. */
interface SentView {
  readonly rest: ReadonlyMap<string, string>;
  readonly rows: ReadonlyMap<string, string>;
}

export const NOTHING_SENT: SentView = { rest: new Map(), rows: new Map() };

const viewRest = v.omit(appView, ['version', 'credentials']);

/**
 * `text` is JSON of the `ViewPatch` that makes `view` of what was sent `before`, null where they differ in
 * nothing but the time of day. Throws a ValiError for a view that is not exactly as its schema says.
 */
export function diffView(
  before: SentView,
  { credentials, ...rest }: ShownView,
): { readonly sent: SentView; readonly text: string | null } {
  const sent = {
    rest: new Map(Object.entries(rest).map(([name, part]) => [name, JSON.stringify(part)])),
    rows: new Map(credentials.map((each) => [each.id, JSON.stringify(each)])),
  };
  const parts = [...sent.rest].filter(([name, json]) => before.rest.get(name) !== json);
  const rows = credentials.filter(({ id }) => before.rows.get(id) !== sent.rows.get(id));
  const ids = JSON.stringify([...sent.rows.keys()]);
  const order = ids === JSON.stringify([...before.rows.keys()]) ? null : ids;
  const isSame = rows.length === 0 && order === null && parts.every(([name]) => name === 'nowMs');
  if (isSame) return { sent: before, text: null };
  v.parse(viewRest, rest);
  for (const row of rows) v.parse(credentialView, row);
  // Put together from the JSON that is there: a long list is not turned into text twice.
  const restJson = parts.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',');
  const rowsJson = rows.map(({ id }) => sent.rows.get(id)).join(',');
  return { sent, text: `{"rest":{${restJson}},"order":${order},"rows":[${rowsJson}]}` };
}
