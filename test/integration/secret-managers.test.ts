// Real secret managers of the system print a secret for us: pass with a throw-away key, and KeePassXC. Where one is
// not installed, its test is skipped by name.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  createSecretProgram,
  secretProgramEnvironment,
} from '../../electron/main/platform/secret-program.ts';

const PASS = '/usr/bin/pass';
const KEEPASS = '/usr/bin/keepassxc-cli';
const SECRET = 'throw-away-9f3c71d8';
// Short: the socket of gpg-agent has a name of 108 bytes at most.
const home = mkdtempSync('/tmp/sm-');
const environment = secretProgramEnvironment({ HOME: home }, 'linux');
const program = createSecretProgram({ environment });

function prepare(file: string, args: readonly string[], input = ''): void {
  execFileSync(file, args, { env: environment, input, stdio: ['pipe', 'ignore', 'ignore'] });
}

afterAll(() => {
  if (existsSync('/usr/bin/gpgconf')) prepare('/usr/bin/gpgconf', ['--kill', 'all']);
  rmSync(home, { recursive: true, force: true });
});

async function printed(file: string, args: readonly string[]) {
  const found = await program.inspect(file);
  if (!found.ok) return found.failure;
  const result = await program.run(found.value, args, new AbortController().signal);
  if (!result.ok) return result.failure;
  return result.value.use((bytes) => bytes.toString('utf8'));
}

describe('a secret manager', () => {
  it.skipIf(!existsSync(PASS))(
    'pass prints its entry, and refuses one that it does not have',
    async () => {
      mkdirSync(path.join(home, '.gnupg'), { mode: 0o700 });
      const key = ['--batch', '--passphrase', '', '--quick-generate-key', 'desk@example.invalid'];
      prepare('/usr/bin/gpg', key);
      prepare(PASS, ['init', 'desk@example.invalid']);
      prepare(PASS, ['insert', '--echo', 'desk-a'], `${SECRET}\n`);
      expect(await printed(PASS, ['show', 'desk-a'])).toBe(SECRET);
      expect(await printed(PASS, ['show', 'nothing'])).toMatchObject({ code: 'manager_failed' });
    },
    60_000,
  );

  it.skipIf(!existsSync(KEEPASS))(
    'keepassxc-cli prints one field, and fails without a person to ask',
    async () => {
      const database = path.join(home, 'desk.kdbx');
      const keyFile = path.join(home, 'desk.key');
      const withKey = ['--no-password', '-k', keyFile];
      prepare(KEEPASS, ['db-create', '-q', '-t', '100', '--set-key-file', keyFile, database]);
      prepare(KEEPASS, ['add', '-q', ...withKey, '-p', database, 'Desk A'], `${SECRET}\n`);
      const show = ['show', '-q', '-s', '-a', 'Password'];
      expect(await printed(KEEPASS, [...show, ...withKey, database, 'Desk A'])).toBe(SECRET);
      expect(await printed(KEEPASS, [...show, database, 'Desk A'])).toMatchObject({
        code: 'manager_failed',
      });
    },
    60_000,
  );
});
