// S45: a program that prints a client secret is run without a shell, in bounds, and only as it was confirmed.
import { execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it, vi } from 'vitest';
import {
  createSecretProgram,
  secretProgramEnvironment,
} from '../../electron/main/platform/secret-program.ts';
import { eventually } from '../support/eventually.ts';
import { createScripts } from '../support/hostile-programs.ts';

const scripts = createScripts();
afterAll(scripts.remove);
const environment = secretProgramEnvironment(
  { HOME: scripts.folder, AWS_SECRET_ACCESS_KEY: 'not handed on', LD_PRELOAD: '/x.so' },
  'linux',
);
/** Longer than any test waits: nothing here ends because a busy machine was slow. */
const RUNS_MS = 600_000;
const program = createSecretProgram({ environment, runsMs: RUNS_MS });

async function run(body: string, args: string[] = [], signal = new AbortController().signal) {
  const file = await program.inspect(scripts.write(`p${Math.random()}`, body));
  if (!file.ok) throw new Error(file.failure.code);
  const result = await program.run(file.value, args, signal);
  return result.ok ? result.value.use((bytes) => bytes.toString('utf8')) : result.failure;
}

const isAlive = (pidFile: string): boolean => {
  if (!existsSync(pidFile)) throw new Error('the child was never started');
  try {
    process.kill(Number(readFileSync(pidFile, 'utf8')), 0);
    return true;
  } catch {
    return false;
  }
};

const isGone = (pidFile: string): Promise<void> =>
  eventually(() => expect(isAlive(pidFile)).toBe(false));
const hasStarted = (pidFile: string): Promise<void> =>
  eventually(() => expect(readFileSync(pidFile, 'utf8')).toMatch(/\n$/));

describe('a program that prints a secret', () => {
  it('gives the one line that it prints', async () => {
    expect(await run('printf "the-secret\\n"')).toBe('the-secret');
    expect(await run('printf "the-secret"')).toBe('the-secret');
    expect(await run('printf "the-secret\\r\\n"')).toBe('the-secret');
    // PowerShell begins with a byte order mark.
    expect(await run(String.raw`printf '\357\273\277the-secret\n'`)).toBe('the-secret');
  });

  it.each([
    ['its file may be written to by its group', 0o720, 0o700],
    ['its folder may be written to by its group', 0o700, 0o770],
    ['its folder may be written to by everybody', 0o700, 0o707],
  ])('is refused where %s', async (_name, fileMode, folderMode) => {
    const folder = path.join(scripts.folder, `w${fileMode}-${folderMode}`);
    mkdirSync(folder, { recursive: true });
    const file = scripts.write(path.join(path.basename(folder), 'p'), 'printf x', fileMode);
    // Of a group that does not administer the machine.
    for (const each of [file, folder]) chownSync(each, process.getuid?.() ?? 0, 12_345);
    chmodSync(file, fileMode);
    chmodSync(folder, folderMode);
    const judged = await program.inspect(file);
    expect(judged.ok ? judged.value : judged.failure.facts?.about).toBe('unsafe');
  });

  it('gets its arguments as they are: no shell reads them', async () => {
    const evil = '$(touch pwned); `id` "quoted" * ~';
    expect(await run('printf "%s" "$1"', [evil])).toBe(evil);
  });

  it('is given nothing of the environment but what is listed', async () => {
    expect(await run('printf "%s" "${AWS_SECRET_ACCESS_KEY:-none}${LD_PRELOAD:-none}"')).toBe(
      'nonenone',
    );
    expect(Object.keys(environment).toSorted()).toEqual(['HOME', 'LANG', 'PATH']);
  });

  it('has no input to wait for', async () => {
    expect(await run('read line; printf "read:%s" "$line"')).toBe('read:');
  });

  it.each([
    ['two lines', 'printf "one\\ntwo\\n"'],
    ['a line and an empty one', 'printf "one\\n\\n"'],
    ['nothing', 'true'],
    ['an empty line', 'echo'],
    ['bytes that are no text', 'printf "\\377\\376\\000"'],
    ['more than a secret is long', 'head -c 5000 /dev/zero | tr "\\0" a'],
  ])('is not believed with %s', async (_, body) => {
    expect(await run(body)).toMatchObject({ code: 'manager_failed', facts: { about: 'garbled' } });
  });

  it('is ended when its output does not end', async () => {
    const pid = path.join(scripts.folder, 'endless.pid');
    expect(await run(`echo $$ > ${pid}; exec yes secret`)).toMatchObject({
      code: 'manager_failed',
      facts: { about: 'garbled' },
    });
    await isGone(pid);
  });

  it('is ended with its children when it takes too long', async () => {
    const pid = path.join(scripts.folder, 'slow.pid');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const running = run(`sleep 600 & echo $! > ${pid}; wait`);
      await hasStarted(pid);
      vi.advanceTimersByTime(RUNS_MS);
      expect(await running).toMatchObject({ code: 'manager_failed' });
    } finally {
      vi.useRealTimers();
    }
    await isGone(pid);
  });

  it('leaves nobody behind: what it forked and holds its output is ended as well', async () => {
    const pid = path.join(scripts.folder, 'stays.pid');
    expect(await run(`sleep 600 & echo $! > ${pid}; echo the-secret`)).toBe('the-secret');
    await isGone(pid);
  });

  it('shows nothing of what it says as it fails', async () => {
    const failure = await run('echo CANARY-SECRET >&2; echo CANARY-SECRET; exit 1');
    expect(failure).toMatchObject({ code: 'manager_failed', facts: { count: 1 } });
    expect(JSON.stringify(failure)).not.toContain('CANARY');
  });

  it('is killed with its children at a lock', async () => {
    const pid = path.join(scripts.folder, 'lock.pid');
    const lock = new AbortController();
    const running = run(`sleep 600 & echo $! > ${pid}; wait`, [], lock.signal);
    await hasStarted(pid);
    lock.abort();
    expect(await running).toMatchObject({ code: 'cancelled_by_person' });
    await isGone(pid);
  });

  it('is no more than four at a time', async () => {
    const here = mkdtempSync(path.join(scripts.folder, 'at-once-'));
    const open = path.join(scripts.folder, 'open-at-once');
    const body = `touch ${here}/$$; while [ ! -e ${open} ]; do sleep 0.02; done; printf ok`;
    const running = Promise.all(Array.from({ length: 8 }, () => run(body)));
    await eventually(() => expect(readdirSync(here)).toHaveLength(4));
    // A fifth would start in this time.
    await setTimeout(300);
    expect(readdirSync(here)).toHaveLength(4);
    writeFileSync(open, '');
    expect(new Set(await running)).toEqual(new Set(['ok']));
    expect(readdirSync(here)).toHaveLength(8);
  });

  it('is never started where a lock came while it waited for its place', async () => {
    const [held, fifth] = [path.join(scripts.folder, 'held'), path.join(scripts.folder, 'fifth')];
    const open = path.join(scripts.folder, 'open');
    const lock = new AbortController();
    const four = [1, 2, 3, 4].map((each) =>
      run(`echo $$ > ${held}.${each}; while [ ! -e ${open} ]; do sleep 0.02; done; printf ok`),
    );
    for (const each of [1, 2, 3, 4]) await hasStarted(`${held}.${each}`);
    const waiting = run(`touch ${fifth}; printf ok`, [], lock.signal);
    lock.abort();
    writeFileSync(open, '');
    expect(await Promise.all(four)).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect(await waiting).toMatchObject({ code: 'cancelled_by_person' });
    expect(existsSync(fifth)).toBe(false);
  });
});

describe('a program that cannot be started this time', () => {
  it('is not said to be missing where its file is just being written', async () => {
    const file = scripts.write('replaced', 'printf ok');
    const found = await program.inspect(file);
    if (!found.ok) throw new Error(found.failure.code);
    const open = openSync(file, 'r+');
    const busy = await program.run(found.value, [], new AbortController().signal);
    closeSync(open);
    expect(busy).toMatchObject({
      ok: false,
      failure: { code: 'manager_failed', facts: { about: 'not started' } },
    });
    expect(await program.run(found.value, [], new AbortController().signal)).toMatchObject({
      ok: true,
    });
  });

  it('is not said to be missing where too many files are open', async () => {
    const file = scripts.write('crowded', 'printf ok');
    const module = path.join(import.meta.dirname, '../../electron/main/platform/secret-program.ts');
    const body = `
      import { openSync, closeSync } from 'node:fs';
      const { createSecretProgram } = await import(${JSON.stringify(module)});
      const program = createSecretProgram({ environment: {} });
      const found = await program.inspect(${JSON.stringify(file)});
      const open = [];
      try { for (;;) open.push(openSync('/dev/null')); } catch {}
      const run = () => program.run(found.value, [], new AbortController().signal);
      const [crowded, unseen] = [await run(), await program.inspect(${JSON.stringify(file)})];
      open.forEach(closeSync);
      const later = await run();
      console.log(JSON.stringify([crowded.failure?.code, unseen.failure?.code, later.ok]));`;
    const line = `ulimit -n 64; exec "$0" --input-type=module --eval "$1"`;
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', line, process.execPath, body]);
    expect(JSON.parse(stdout)).toEqual(['manager_failed', 'manager_failed', true]);
  });
});

describe('a program file', () => {
  it.each([
    ['everyone may change', 0o702, 'unsafe'],
    ['nobody may run', 0o600, undefined],
  ])('is refused that %s', async (_, mode, about) => {
    const file = scripts.write(`mode-${mode}`, 'true');
    chmodSync(file, mode);
    const found = await program.inspect(file);
    if (found.ok) throw new Error('taken');
    expect([found.failure.code, found.failure.facts?.about]).toEqual(['manager_unfit', about]);
  });

  it.each(['pass', './pass', scripts.folder, '/nowhere/at/all'])(
    'is refused at %s: no program by an absolute path',
    async (file) => {
      const found = await program.inspect(file);
      expect(found).toMatchObject({ ok: false, failure: { code: 'manager_unfit' } });
    },
  );

  it('is known by where a link leads and by what is in it', async () => {
    const file = scripts.write('real', 'echo one');
    const link = path.join(scripts.folder, 'link');
    symlinkSync(file, link);
    const before = await program.inspect(link);
    scripts.write('real', 'echo two');
    const after = await program.inspect(link);
    if (!before.ok || !after.ok) throw new Error('not found');
    expect(before.value.realPath).toBe(file);
    expect(after.value.sha256).not.toBe(before.value.sha256);
  });
});
