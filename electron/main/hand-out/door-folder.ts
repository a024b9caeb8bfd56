// The private folder of the socket: made, or taken as it is only where nobody else can reach into it. What somebody
// planted there is refused, never followed and never repaired: a link, another's folder, rights for others.
import { randomBytes } from 'node:crypto';
import { lstat, mkdir, open, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import type { DoorState } from '../../shared/hand-out/hand-out-view.ts';
import { FOLDER_NAME, SOCKET_NAME } from '../../shared/hand-out/protocol.ts';
import { fail, ok, type Result } from '../domain/result.ts';

export interface DoorFolder {
  readonly socket: string;
  /** A fresh file that only this user can open; for the proof of who asks. */
  readonly freshFile: () => Promise<string>;
  readonly remove: (file: string) => Promise<void>;
}

export type FolderRefusal = Exclude<DoorState, 'closed' | 'open' | 'failed'>;

const PROOF = 'proof-';
/** The longest path that Linux takes for a socket is 107 bytes, macOS 103. */
const LONGEST_PATH = 103;

/** The runtime folder of the user's session where the system has one, which is gone with the session. */
export function folderFor(userData: string, runtime: string | undefined): string {
  const inRuntime = runtime !== undefined && path.isAbsolute(runtime) ? runtime : null;
  const wanted = path.join(inRuntime ?? userData, FOLDER_NAME);
  return Buffer.byteLength(path.join(wanted, SOCKET_NAME)) <= LONGEST_PATH
    ? wanted
    : path.join(userData, FOLDER_NAME);
}

/** @param uid of this process. */
export async function openDoorFolder(
  folder: string,
  uid: number,
): Promise<Result<DoorFolder, FolderRefusal>> {
  // SECURITY(S52): `mkdir` follows no link in the last place, and tells whether it made the folder.
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
  const facts = await lstat(folder);
  if (!facts.isDirectory()) return fail('not_a_folder');
  if (facts.uid !== uid) return fail('of_another_user');
  if ((facts.mode & 0o077) !== 0) return fail('open_to_others');
  const socket = path.join(folder, SOCKET_NAME);
  const planted = await lstat(socket).catch(() => null);
  // A socket of ours is left by a kill; anything else in its place was put there.
  if (planted !== null && (!planted.isSocket() || planted.uid !== uid)) {
    return fail('planted_socket');
  }
  // Whoever answers there serves it: another Strongroom of this user, whose programs would be cut off.
  if (planted !== null && (await answers(socket))) return fail('served_elsewhere');
  if (planted !== null) await rm(socket, { force: true });
  const left = (await readdir(folder)).filter((name) => name.startsWith(PROOF));
  for (const name of left) await rm(path.join(folder, name), { force: true });
  return ok({
    socket,
    async freshFile() {
      const file = path.join(folder, PROOF + randomBytes(24).toString('hex'));
      await (await open(file, 'wx', 0o600)).close();
      return file;
    },
    remove: (file) => rm(file, { force: true }),
  });
}

/** Whether somebody listens. A socket that a kill left refuses the connection. */
async function answers(socket: string): Promise<boolean> {
  const connection = connect(socket);
  const isTaken = await new Promise<boolean>((resolve) => {
    connection.once('connect', () => resolve(true));
    connection.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT'),
    );
  });
  connection.destroy();
  return isTaken;
}
