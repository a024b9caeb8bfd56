// S13: a keystore that protects nothing is recognised by what it seals, not by what it says of itself.
import { describe, expect, it } from 'vitest';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import type { SafeStorage } from 'electron';
import { createOsKeystore } from '../../electron/main/platform/electron-keystore.ts';
import type { OsKeystore } from '../../electron/main/vault/vault.ts';
import { judgeKeystore, probeKeystore } from '../../electron/main/vault/keystore.ts';

interface Stub {
  readonly prefix?: string;
  readonly backend?: string;
  readonly available?: boolean;
  readonly fails?: boolean;
}

/** Seals by turning bytes around behind a prefix. */
function stubKeystore({
  prefix = 'v11',
  backend = 'gnome_libsecret',
  ...rest
}: Stub = {}): SafeStorage {
  const { available = true, fails = false } = rest;
  const turned = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => byte ^ 0xff));
  const stub = {
    isAsyncEncryptionAvailable: () => Promise.resolve(available),
    getSelectedStorageBackend: () => backend,
    encryptStringAsync: (text: string) =>
      fails
        ? Promise.reject(new Error(`cannot seal ${text}`))
        : Promise.resolve(Buffer.concat([Buffer.from(prefix), turned(Buffer.from(text))])),
    decryptStringAsync: (sealed: Buffer) =>
      sealed.toString('latin1', 0, prefix.length) === prefix
        ? Promise.resolve({ result: turned(sealed.subarray(prefix.length)).toString() })
        : Promise.reject(new Error('not mine')),
  };
  return stub as unknown as SafeStorage;
}

async function verdict(stub: Stub, platform: OsKeystore['platform'] = 'linux'): Promise<string> {
  const probed = await probeKeystore(createOsKeystore(stubKeystore(stub), platform));
  return probed.ok ? 'protected' : probed.failure.code;
}

describe('the keystore rule', () => {
  it.each([
    [{ prefix: 'v11' }, 'protected'],
    [{ prefix: 'v10' }, 'os_keystore_insecure'],
    [{ prefix: 'v12' }, 'os_keystore_insecure'],
    [{ prefix: '' }, 'os_keystore_insecure'],
    [{ backend: 'basic_text' }, 'os_keystore_insecure'],
    [{ backend: 'unknown' }, 'os_keystore_insecure'],
    [{ available: false }, 'os_keystore_unavailable'],
    [{ fails: true }, 'os_keystore_unavailable'],
  ])('judges %o on Linux', async (stub, expected) => {
    expect(await verdict(stub)).toBe(expected);
  });

  it('is one for every way to seal that hides nothing, under whatever prefix', async () => {
    const echo = {
      ...stubKeystore(),
      encryptStringAsync: (text: string) => Promise.resolve(Buffer.from(`v11${text}`)),
    };
    const probed = await probeKeystore(createOsKeystore(echo, 'linux'));
    expect(probed).toMatchObject({ ok: false, failure: { code: 'os_keystore_insecure' } });
  });

  it('asks no prefix of Keychain and DPAPI', async () => {
    expect(await verdict({ prefix: 'v10' }, 'macos')).toBe('protected');
    expect(await verdict({ prefix: '\u0001' }, 'windows')).toBe('protected');
    expect(await verdict({ available: false }, 'macos')).toBe('os_keystore_unavailable');
  });

  it.each([
    [{ backend: 'gnome_libsecret', prefix: 'v10' }],
    [{ backend: 'kwallet6', prefix: 'v11' }],
    [{ backend: 'basic_text', prefix: 'v10' }],
  ])('says that the keystore changed when it is now %o', (now) => {
    const before = { backend: 'gnome_libsecret', prefix: 'v11' };
    expect(judgeKeystore('linux', now, before)).toEqual({ code: 'os_keystore_changed' });
    expect(judgeKeystore('linux', before, before)).toBeNull();
  });
});

describe('the keystore adapter', () => {
  it('opens what it sealed, every byte of it', async () => {
    const keystore = createOsKeystore(stubKeystore(), 'linux');
    const bytes = Buffer.from([0, 1, 0x7f, 0x80, 0xff, 0xc3, 0x28]);
    const sealed = await keystore.seal(SecretBytes.take(Buffer.from(bytes)));
    const opened = await keystore.open(sealed ?? Buffer.alloc(0));
    expect(opened?.use((found) => found.equals(bytes))).toBe(true);
  });

  it('answers null where the keystore refuses, and never its message', async () => {
    const refusing = createOsKeystore(stubKeystore({ fails: true }), 'linux');
    expect(await refusing.seal(SecretBytes.take(Buffer.from('canary')))).toBeNull();
    expect(await refusing.open(Buffer.from('strange'))).toBeNull();
    const locked = createOsKeystore(stubKeystore({ available: false }), 'linux');
    expect(await locked.backend()).toBeNull();
  });

  it('refuses what opens as something it never sealed', async () => {
    const port = stubKeystore();
    const foreign = await port.encryptStringAsync('no base64!');
    expect(await createOsKeystore(port, 'linux').open(foreign)).toBeNull();
  });
});
