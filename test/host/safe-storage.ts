// safeStorage with a key in a file of the user-data folder. NOT the system's keystore: it protects
// nothing, says 'basic_text', and marks its ciphertexts so that nobody takes them for Electron's.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { SafeStorage } from 'electron';
import { app } from './app.ts';
import { keystoreAnswer } from './strict.ts';

const MARK = 'standin1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

function key(): Buffer {
  const file = path.join(app.getPath('userData'), 'standin-key');
  if (!fs.existsSync(file)) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, randomBytes(32), { mode: 0o600 });
  }
  return fs.readFileSync(file);
}

function encryptString(plainText: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key(), iv, { authTagLength: TAG_BYTES });
  const body = Buffer.concat([cipher.update(plainText, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.from(MARK), iv, body, cipher.getAuthTag()]);
}

function decryptString(encrypted: Buffer): string {
  if (encrypted.toString('latin1', 0, MARK.length) !== MARK) {
    throw new Error('Ciphertext does not appear to be encrypted.');
  }
  const start = MARK.length + IV_BYTES;
  const iv = encrypted.subarray(MARK.length, start);
  const opener = createDecipheriv('aes-256-gcm', key(), iv, { authTagLength: TAG_BYTES });
  opener.setAuthTag(encrypted.subarray(-TAG_BYTES));
  const body = encrypted.subarray(start, -TAG_BYTES);
  return Buffer.concat([opener.update(body), opener.final()]).toString('utf8');
}

export const safeStorage = {
  encryptStringAsync: async (plainText) => await keystoreAnswer(encryptString(plainText)),
  decryptStringAsync: async (encrypted) =>
    await keystoreAnswer({ result: decryptString(encrypted), shouldReEncrypt: false }),
  isAsyncEncryptionAvailable: async () => await keystoreAnswer(app.isReady()),
  getSelectedStorageBackend: () => (app.isReady() ? 'basic_text' : 'unknown'),
} satisfies Partial<SafeStorage>;
