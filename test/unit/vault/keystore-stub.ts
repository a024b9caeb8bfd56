// A keystore and a place for the anchor in memory, with every knob a real one may turn by itself.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import type { AnchorPlace } from '../../../electron/main/vault/rollback-anchor.ts';
import type { OsKeystore } from '../../../electron/main/vault/vault.ts';

export interface StubKeystore extends OsKeystore {
  now: { backend: string | null; prefix: string; key: Buffer; refuses: boolean };
}

export function stubKeystore(platform: OsKeystore['platform'] = 'linux'): StubKeystore {
  const now: StubKeystore['now'] = {
    backend: 'gnome_libsecret',
    prefix: 'v11',
    key: randomBytes(32),
    refuses: false,
  };
  return {
    now,
    platform,
    backend: () => Promise.resolve(now.backend),
    seal(secret) {
      if (now.refuses) return Promise.resolve(null);
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', now.key, nonce);
      const sealed = secret.use((bytes) => Buffer.concat([cipher.update(bytes), cipher.final()]));
      return Promise.resolve(
        Buffer.concat([Buffer.from(now.prefix), nonce, cipher.getAuthTag(), sealed]),
      );
    },
    open(sealed) {
      if (now.refuses) return Promise.resolve(null);
      try {
        const decipher = createDecipheriv('aes-256-gcm', now.key, sealed.subarray(3, 15), {
          authTagLength: 16,
        });
        decipher.setAuthTag(sealed.subarray(15, 31));
        const plain = Buffer.concat([decipher.update(sealed.subarray(31)), decipher.final()]);
        return Promise.resolve(SecretBytes.take(plain));
      } catch {
        return Promise.resolve(null);
      }
    },
  };
}

export interface MemoryPlace {
  bytes: Buffer | null;
  load: AnchorPlace['load'];
  store: AnchorPlace['store'];
}

export function memoryPlace(): MemoryPlace {
  const place: MemoryPlace = {
    bytes: null,
    load: () => Promise.resolve(place.bytes),
    store(sealed) {
      place.bytes = sealed;
      return Promise.resolve();
    },
  };
  return place;
}
