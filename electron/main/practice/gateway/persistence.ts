// The practice gateway's state file, a line of JSON for each client and token: digests and times, no secret, so
// that practice tokens survive a restart of the app. Written before an answer leaves, so a token somebody holds is
// known after a kill. Not forced to the platter: after a power cut, practice may begin afresh.
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import * as v from 'valibot';
import { accessTypes } from '../../../shared/words.ts';
import type { PracticeClient, PracticeToken, StateSnapshot } from './practice-state.ts';

const VERSION = 1;
const text = v.pipe(v.string(), v.maxLength(512));
const digest = v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]{43}=$/));

const firstLine = v.strictObject({ version: v.literal(VERSION), digestKey: digest });
const otherLine = v.union([
  v.strictObject({
    client: v.strictObject({
      clientId: text,
      accessType: v.picklist(accessTypes),
      scopes: v.array(text),
      secretDigest: digest,
      olderDigest: v.optional(digest),
      deleted: v.boolean(),
    }),
  }),
  v.strictObject({
    token: v.strictObject({
      digest,
      clientId: text,
      accessType: v.picklist(accessTypes),
      scopes: v.array(text),
      expiresAtMs: v.number(),
      revokedAtMs: v.nullable(v.number()),
    }),
  }),
]);

/** Some thousand tokens. A larger file is not ours, or practice has seen enough: it starts empty. */
export const MAX_STATE_BYTES = 2 * 1024 * 1024;

/** A plain file and no larger than that: a pipe in its place holds nothing up, a link leads nowhere. */
async function readPlain(file: string): Promise<string> {
  // Windows has neither flag: undefined counts as 0 there.
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    const facts = await handle.stat();
    if (!facts.isFile() || facts.size > MAX_STATE_BYTES)
      throw new Error('not the state of practice');
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

/** A line of ours is shorter: the longest names, and every scope. */
const LONGEST_LINE = 4_096;
/** Lines that are read in one turn of the event loop. */
const LINES = 64;

/** Null for a missing, unreadable or damaged file: practice then starts empty. */
export async function loadState(file: string): Promise<StateSnapshot | null> {
  try {
    return await readState(await readPlain(file));
  } catch {
    return null;
  }
}

/** @throws where a line is not as it is written here: nothing after it is read. */
async function readState(written: string): Promise<StateSnapshot> {
  const clients: PracticeClient[] = [];
  const tokens: PracticeToken[] = [];
  let digestKey: string | null = null;
  let lines = 0;
  for (let at = 0; at < written.length; lines += 1) {
    if (lines % LINES === LINES - 1) await setImmediate();
    const end = written.indexOf('\n', at);
    if (end === -1 || end - at > LONGEST_LINE) throw new Error('not a line of practice');
    const line: unknown = JSON.parse(written.slice(at, end));
    if (digestKey === null) ({ digestKey } = v.parse(firstLine, line));
    else {
      const row = v.parse(otherLine, line);
      if ('client' in row) clients.push(row.client);
      else tokens.push(row.token);
    }
    at = end + 1;
  }
  if (digestKey === null) throw new Error('an empty file');
  return { digestKey, clients, tokens };
}

function linesOf({ digestKey, clients, tokens }: StateSnapshot): string {
  const rows = [
    { version: VERSION, digestKey },
    ...clients.map((client) => ({ client })),
    ...tokens.map((token) => ({ token })),
  ];
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

interface StateWriter {
  /** Begins a write, or plans one after the write that runs now: calls meanwhile share it. */
  readonly save: () => void;
  /** Resolves once everything saved before this call is in the file, or could not be written. */
  readonly settled: () => Promise<void>;
}

export const noWriter: StateWriter = { save: () => undefined, settled: () => Promise.resolve() };

export function createStateWriter(file: string, snapshot: () => StateSnapshot): StateWriter {
  let last = Promise.resolve();
  let planned = false;
  return {
    save(): void {
      if (planned) return;
      planned = true;
      last = last.then(() => {
        planned = false;
        return writeState(file, snapshot());
      });
    },
    settled: () => last,
  };
}

/** A full disk must not stop practice: the old file stays, and this run goes on in memory. */
async function writeState(file: string, snapshot: StateSnapshot): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(linesOf(snapshot));
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}
