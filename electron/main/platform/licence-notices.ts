// The licence notices of what is built in, as the build collected them beside each bundle.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { MOST_NOTICES, type AboutView } from '../../shared/desktop/desktop-calls.ts';

type Notices = AboutView['notices'];

const collected = v.array(
  v.object({
    name: v.string(),
    version: v.string(),
    identifier: v.optional(v.string(), ''),
    text: v.optional(v.string(), ''),
  }),
);

/** In order of their names, each once. Empty where a build left none. */
export async function licenceNotices(bundles: string): Promise<Notices> {
  const files = await Promise.all(['main', 'renderer'].map((each) => noticesIn(bundles, each)));
  const all = new Map(files.flat().map((each) => [each.name, each]));
  return [...all.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)).slice(0, MOST_NOTICES);
}

async function noticesIn(bundles: string, bundle: string): Promise<Notices> {
  const file = path.join(bundles, bundle, 'licences.json');
  const found = await readFile(file, 'utf8').catch(() => '[]');
  const parsed = v.parse(collected, JSON.parse(found));
  return parsed.map(({ identifier: licence, ...rest }) => ({ ...rest, licence }));
}
