// The least that any vault of one sealed box must do, to be measured beside: read, opened and parsed;
// and the same bytes written durably by hand.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import path from 'node:path';

/** One box of the size of the file, its contents as one JSON text. */
export function floorOf(file: string, text: Buffer): () => void {
  const size = readFileSync(file).length;
  const [key, nonce] = [randomBytes(32), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const plain = Buffer.concat([text, Buffer.alloc(Math.max(0, size - text.length))]);
  const box = Buffer.concat([cipher.update(plain), cipher.final()]);
  const tag = cipher.getAuthTag();
  return () => {
    readFileSync(file);
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 });
    decipher.setAuthTag(tag);
    const opened = Buffer.concat([decipher.update(box), decipher.final()]);
    JSON.parse(opened.toString('utf8', 0, text.length));
  };
}

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
