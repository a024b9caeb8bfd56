// The least that a durable write must do, to be measured beside.
import { open, rename } from 'node:fs/promises';
import path from 'node:path';

/** Temporary file, fsync, rename, fsync of the directory. */
export async function writeRaw(directory: string, bytes: Buffer): Promise<void> {
  const [temporary, name] = [path.join(directory, 'raw.tmp'), path.join(directory, 'raw')];
  const file = await open(temporary, 'w');
  await file.writeFile(bytes);
  await file.sync();
  await file.close();
  await rename(temporary, name);
  const folder = await open(directory, 'r');
  await folder.sync();
  await folder.close();
}
