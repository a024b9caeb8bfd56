// A process of its own that saves and may be killed: by itself at a numbered file operation, or by
// its parent at any moment. Says on standard output what was acknowledged, and only then.
// Arguments: directory, what to do (`create`, `save` or `loop`), operation to die at, how.
import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { LOW_COST, PASSPHRASE, contents, secret, valueOf } from '../../unit/vault/vault-samples.ts';
import { createVaultStore } from '../../../electron/main/vault/vault-store.ts';
import { faultyFileSystem, type Operation } from './faulty-file-system.ts';
import { quickArgon2id } from './quick-argon2id.ts';
import { stamped } from './stamp.ts';

const [directory = '', task = '', dieAt = '0', how = 'before'] = process.argv.slice(2);

// What is killed writes nothing at its end, and the others need not compile it again.
flushCompileCache();
let armed = task === 'create';
let first = 0;

function die(): void {
  process.kill(process.pid, 'SIGKILL');
}

/** Number of the operation counted from the moment of arming. */
function isTheOne(operation: Operation, moment: string): boolean {
  if (!armed) return false;
  if (first === 0) first = operation.number;
  return how === moment && operation.number - first + 1 === Number(dieAt);
}

const fileSystem = faultyFileSystem({
  before: (operation) => {
    if (isTheOne(operation, 'before')) die();
  },
  writeAtMost: (operation, wanted) =>
    isTheOne(operation, 'mid') ? Math.floor(wanted / 2) : wanted,
  after: (operation) => {
    if (isTheOne(operation, 'after') || isTheOne(operation, 'mid')) die();
  },
});
const store = createVaultStore({
  directory,
  kdf: LOW_COST,
  fileSystem,
  nowMs: Date.now,
  argon2id: quickArgon2id,
});
const say = (line: string): void => {
  writeSync(1, `${line}\n`);
};

if (task === 'create') {
  valueOf(await store.create(secret(PASSPHRASE), stamped(contents(2), 1)));
  say('1');
} else {
  const vault = valueOf(await store.open(secret(PASSPHRASE)));
  armed = true;
  const save = async (stamp: number): Promise<void> => {
    valueOf(await vault.change({ contents: (before) => stamped(before, stamp) }));
    say(String(stamp));
  };
  if (task === 'save') await save(100);
  else {
    // What was saved before is acknowledged too.
    say('1');
    for (let stamp = 2; ; stamp += 1) await save(stamp);
  }
}
