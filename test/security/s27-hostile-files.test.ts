// S27: a file a person picks may be anything. Only a small regular one is read; a device, a pipe, a link
// or a giant ends in a failure, at once.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from '../support/seeded-fast-check.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { createAuthorityFiles } from '../../electron/main/secret-input/authority-file.ts';
import { MAX_FILE_BYTES, readSmallFile } from '../../electron/main/secret-input/small-file.ts';
import { readImport } from '../../electron/main/import-export/read-import.ts';

const at = (name: string): string => path.join(folder, name);
const codeOf = async (file: string): Promise<string> => {
  const read = await readSmallFile(file);
  return read.ok ? 'ok' : read.failure.code;
};

const folder = mkdtempSync(path.join(tmpdir(), 'strongroom-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a picked file', () => {
  it('is read up to its limit and not beyond', async () => {
    writeFileSync(at('full'), Buffer.alloc(MAX_FILE_BYTES, 1));
    writeFileSync(at('over'), Buffer.alloc(MAX_FILE_BYTES + 1, 1));
    writeFileSync(at('giant'), '');
    truncateSync(at('giant'), 1024 ** 3);
    expect(await codeOf(at('full'))).toBe('ok');
    expect(await codeOf(at('over'))).toBe('too_large');
    expect(await codeOf(at('giant'))).toBe('too_large');
  });

  it('is no folder and not absent', async () => {
    mkdirSync(at('folder'));
    expect(await codeOf(at('folder'))).toBe('invalid_input');
    expect(await codeOf(at('absent'))).toBe('invalid_input');
    expect(await codeOf(`${at('full')}\0.txt`)).toBe('invalid_input');
  });

  it.runIf(process.platform !== 'win32')('is no link, pipe or device', async () => {
    symlinkSync(at('full'), at('link'));
    execFileSync('mkfifo', [at('pipe')]);
    expect(await codeOf(at('link'))).toBe('invalid_input');
    expect(await codeOf(at('pipe'))).toBe('invalid_input');
    expect(await codeOf('/dev/zero')).toBe('invalid_input');
  });

  it('as an authority is a certificate or refused, whatever its bytes', async () => {
    const files = createAuthorityFiles(() => 'handle', Date.now);
    const marker = fc.constantFrom(
      '-----BEGIN CERTIFICATE-----',
      '-----END CERTIFICATE-----',
      '__proto__',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(marker, fc.string()), { maxLength: 8 }), async (parts) => {
        writeFileSync(at('authority.pem'), parts.join('\n'));
        const read = await files.read(at('authority.pem'));
        expect(read).toMatchObject({ ok: false, failure: { code: 'authority_invalid' } });
      }),
      { numRuns: 100 },
    );
    expect(({} as Record<string, unknown>)['handle']).toBeUndefined();
  });

  it('as an import is rows or a refusal, whatever its bytes, and changes no prototype', async () => {
    const marker = fc.constantFrom('{"__proto__":', '{"client_id":"x"', 'client_secret=', '}', ',');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(marker, fc.string()), { maxLength: 8 }), async (parts) => {
        writeFileSync(at('import'), parts.join(''));
        const bytes = await readSmallFile(at('import'));
        const read = bytes.ok ? readImport(bytes.value, 'import') : bytes;
        expect(read.ok ? 'import_' : read.failure.code).toMatch(/^import_/);
      }),
      { numRuns: 100 },
    );
    expect(({} as Record<string, unknown>)['client_id']).toBeUndefined();
  });
});
