// Reads a file a person picked: a regular file of at most 64 KiB, never followed through a link to
// something else, never a device or a pipe that would block (docs/threat-model.md S27). And replaces one whole.
import { randomBytes } from 'node:crypto';
import { constants, promises as fs } from 'node:fs';
import { fail, ok, type Outcome } from '../domain/result.ts';
import { wipeableBuffer } from '../domain/wipeable-buffer.ts';

export const MAX_FILE_BYTES = 64 * 1024;

/** @param mostBytes a larger file is `too_large`, and not read */
export async function readSmallFile(path: string, mostBytes = MAX_FILE_BYTES): Outcome<Buffer> {
  // SECURITY(S27): O_NONBLOCK so that opening a pipe returns; O_NOFOLLOW so that a link is refused.
  // Windows has neither: an undefined flag counts as 0 there.
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
  let file: fs.FileHandle | undefined;
  try {
    file = await fs.open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
    const facts = await file.stat();
    if (!facts.isFile()) return fail({ code: 'invalid_input', facts: { about: 'file' } });
    if (facts.size > mostBytes) return fail({ code: 'too_large', facts: { about: 'file' } });
    const bytes = wipeableBuffer(facts.size);
    const { bytesRead } = await file.read(bytes, 0, facts.size, 0);
    return ok(bytes.subarray(0, bytesRead));
  } catch {
    return fail({ code: 'invalid_input', facts: { about: 'file' } });
  } finally {
    await file?.close();
  }
}

/** In one step, and through no link that somebody put in its place. Rejects with the file system's error. */
export async function replaceSmallFile(path: string, content: string | Buffer): Promise<void> {
  // A name that nobody knows beforehand.
  const next = `${path}.${randomBytes(6).toString('hex')}.next`;
  try {
    await fs.writeFile(next, content, { flag: 'wx', mode: 0o600, flush: true });
    await fs.rename(next, path);
  } catch (error) {
    await fs.rm(next, { force: true });
    throw error;
  }
}
