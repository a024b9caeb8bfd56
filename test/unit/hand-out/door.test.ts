// S51, S52, S53, S54: who may ask at the door, what it reads, and where it stands.
import { once } from 'node:events';
import { chmod, link, mkdir, open, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../electron/main/domain/clock.ts';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import { linuxProcesses, startTicksIn } from '../../../electron/main/hand-out/asker.ts';
import { folderFor, openDoorFolder } from '../../../electron/main/hand-out/door-folder.ts';
import { Door, MOST_ASKING } from '../../../electron/main/hand-out/door.ts';
import { refused } from '../../../electron/main/hand-out/hand-out-words.ts';
import type { HandOutRequests } from '../../../electron/main/hand-out/hand-out-requests.ts';
import { LONGEST_LINE, type ExecRequest } from '../../../electron/shared/hand-out/protocol.ts';
import { createLineReader } from '../../../electron/shared/hand-out/line-reader.ts';
import { readCommandLine, readDuration } from '../../../electron/cli/command-line.ts';
import { ownFolder } from '../../support/own-folder.ts';

const uid = process.getuid?.() ?? -1;
const at = ownFolder();

describe('the private folder of the door', () => {
  const folder = (): string => at('strongroom');

  it('is made for this user alone', async () => {
    expect((await openDoorFolder(folder(), uid)).ok).toBe(true);
  });

  it('is refused where it is a link, belongs to another user, or is open to others', async () => {
    await symlink(at(), folder());
    expect(await openDoorFolder(folder(), uid)).toEqual(fail('not_a_folder'));
    await rm(folder());
    await mkdir(folder(), { mode: 0o700 });
    expect(await openDoorFolder(folder(), uid + 1)).toEqual(fail('of_another_user'));
    await chmod(folder(), 0o750);
    expect(await openDoorFolder(folder(), uid)).toEqual(fail('open_to_others'));
  });

  it('is refused where something else stands in the place of the socket', async () => {
    await mkdir(folder(), { mode: 0o700 });
    await writeFile(path.join(folder(), 'hand-out.sock'), 'planted');
    expect(await openDoorFolder(folder(), uid)).toEqual(fail('planted_socket'));
  });

  it('is left alone where another Strongroom answers there, and taken over where a kill left it', async () => {
    await mkdir(folder(), { mode: 0o700 });
    const socket = path.join(folder(), 'hand-out.sock');
    const proof = path.join(folder(), 'proof-of-the-other');
    await writeFile(proof, '');
    const other = createServer().listen(socket);
    await once(other, 'listening');
    expect(await openDoorFolder(folder(), uid)).toEqual(fail('served_elsewhere'));
    await Promise.all([stat(socket), stat(proof)]);
    // As a kill: the file stays, and nobody listens.
    await link(socket, `${socket}-left`);
    other.close();
    await once(other, 'close');
    await rename(`${socket}-left`, socket);
    expect((await openDoorFolder(folder(), uid)).ok).toBe(true);
  });

  it('is below the runtime folder of the user, unless its path is too long for a socket', () => {
    expect(folderFor('/home/u/.config/S', '/run/user/1')).toBe('/run/user/1/strongroom');
    expect(folderFor('/home/u', `/${'x'.repeat(120)}`)).toBe('/home/u/strongroom');
    expect(folderFor('/home/u', undefined)).toBe('/home/u/strongroom');
  });
});

describe.runIf(process.platform === 'linux')('who asks', () => {
  const processes = linuxProcesses();

  it('is the process that holds the named file open, and no other', async () => {
    const file = at('proof');
    const held = await open(file, 'w');
    const found = await processes.identify(process.pid, file);
    expect(found).toMatchObject({ ok: true, value: { pid: process.pid, proven: true } });
    expect(await processes.identify(process.ppid, file)).toEqual(fail('another_process'));
    await held.close();
    expect(await processes.identify(process.pid, file)).toEqual(fail('another_process'));
  });

  it('is found through a link above the folder, as a home or runtime folder may be one', async () => {
    const linked = `${at()}-link`;
    await symlink(at(), linked);
    const held = await open(path.join(linked, 'proof'), 'w');
    const found = await processes.identify(process.pid, path.join(linked, 'proof'));
    await held.close();
    await rm(linked);
    expect(found.ok).toBe(true);
  });

  it('is another one once the number is taken by a process that started later', async () => {
    const file = at('proof');
    const held = await open(file, 'w');
    const found = await processes.identify(process.pid, file);
    await held.close();
    if (!found.ok) throw new Error('not found');
    expect(await processes.isSame(found.value)).toBe(true);
    expect(await processes.isSame({ ...found.value, startedTicks: '1' })).toBe(false);
  });

  it('is read behind a name with brackets and spaces', () => {
    const rest = Array.from({ length: 30 }, (_, index) => `${index + 3}`).join(' ');
    expect(startTicksIn(`7 (a) b (c)) ${rest}`)).toBe('22');
  });
});

const TOKEN = { access_token: 'token-text', token_type: 'Bearer' } as const;
const EXEC: ExecRequest = {
  v: 1,
  ask: 'exec',
  pid: 1,
  credential: { label: 'Desk A', environment: null, clientId: null },
  scopes: ['TRADER_READ'],
  forSeconds: null,
  program: '/bin/true',
  script: null,
};

describe('the door', () => {
  let door: Door;
  const socketFile = (): string => at('d', 'hand-out.sock');
  let execs: () => ReturnType<HandOutRequests['exec']>;
  let ended: string[];

  beforeEach(async () => {
    execs = () => Promise.resolve(refused('denied'));
    ended = [];
    door = new Door({
      clock: { ...systemClock, after: (ms, work) => systemClock.after(ms / 25, work) },
      folder: () => openDoorFolder(at('d'), uid),
      // Of the others no line of these tests gets so far.
      handOuts: {
        token: () => Promise.resolve(ok({ ...TOKEN, expires_in: 60 })),
        end: (run: string) => void ended.push(run),
      },
      requests: {
        exec: () => execs(),
        status: () => ({ say: 'status_locked', sinceMs: [1_000] }),
        revoke: () => Promise.resolve(ok(0)),
      },
      changed: () => undefined,
    });
    await door.open();
  });
  afterEach(() => door.close());

  /** What the door says until it ends the connection. */
  function send(text: string | Buffer | null): { socket: Socket; said: Promise<string> } {
    const socket = connect(socketFile());
    let heard = '';
    socket.on('data', (bytes: Buffer) => (heard += bytes.toString()));
    socket.on('error', () => undefined);
    const said = new Promise<string>((resolve) => {
      socket.on('close', () => resolve(heard));
    });
    if (text !== null) socket.write(text);
    return { socket, said };
  }

  it('answers one line with one line', async () => {
    const { said } = send('{"v":1,"ask":"status"}\n');
    expect(JSON.parse(await said)).toEqual({ v: 1, say: 'status_locked', sinceMs: [1_000] });
  });

  it('tells a token', async () => {
    const { said } = send('{"v":1,"ask":"token","run":"r","refused":false}\n');
    expect(JSON.parse(await said)).toEqual({
      v: 1,
      say: 'token',
      token: { access_token: 'token-text', token_type: 'Bearer', expires_in: 60 },
    });
  });

  it('ends the run of a program that went as its token came', async () => {
    const asked = Promise.withResolvers<void>();
    const made = Promise.withResolvers<void>();
    execs = async () => {
      asked.resolve();
      await made.promise;
      return ok({ run: 'r', token: TOKEN });
    };
    const { socket } = send(`${JSON.stringify(EXEC)}\n`);
    await asked.promise;
    socket.destroy();
    // Main has seen its end once another one is answered.
    const another = () => send('{"v":1,"ask":"status"}\n').said;
    await another();
    made.resolve();
    await another();
    expect(ended).toEqual(['r']);
  });

  it.each([
    ['no JSON', 'hello\n'],
    ['another version', '{"v":2,"ask":"status"}\n'],
    ['a field more', '{"v":1,"ask":"status","more":1}\n'],
    ['another type', '{"v":1,"ask":"token","run":7,"refused":false}\n'],
  ])('refuses %s', async (_what, line) => {
    expect(await send(line).said).toContain('"why":"usage"');
  });

  it('ends a line that is too long, without an answer of its size', async () => {
    const { said } = send(Buffer.alloc(LONGEST_LINE * 4, 'x'));
    expect((await said).length).toBeLessThan(1_000);
  });

  it('leaves a client that says nothing', async () => {
    expect(await send(null).said).toContain('"why":"usage"');
  });

  it('takes few that ask at the same time, and says so to the others', async () => {
    const waiting = Array.from({ length: MOST_ASKING }, () => send(null));
    await Promise.all(waiting.map(({ socket }) => new Promise((go) => socket.once('connect', go))));
    expect(await send('{"v":1,"ask":"status"}\n').said).toContain('Too many programs');
    for (const { socket } of waiting) socket.destroy();
  });

  it('is gone once it is closed', async () => {
    await door.close();
    expect(door.state()).toBe('closed');
    const socket = connect(socketFile());
    await expect(new Promise((_go, no) => socket.once('error', no))).rejects.toThrow('ENOENT');
  });
});

describe('a line', () => {
  it('is cut wherever its bytes come apart', async () => {
    const socket = new PassThrough();
    const next = createLineReader(socket);
    socket.write('a\nb');
    expect(await next()).toBe('a');
    socket.write('c\nd\n');
    expect([await next(), await next()]).toEqual(['bc', 'd']);
  });
});

describe('the command line', () => {
  const wanted = { label: 'Desk-A', environment: null, clientId: null };

  it.each([
    ['-c Desk-A', wanted],
    ['--credential=Desk-A', wanted],
    ['--credential Desk-A --environment=Test', { ...wanted, environment: 'Test' }],
    ['--client-id c-1', { ...wanted, label: null, clientId: 'c-1' }],
  ])('takes %s', (options, credential) => {
    const command = readCommandLine(['exec', ...options.split(' '), '--', 'bot']);
    expect(command).toMatchObject({ kind: 'exec', credential, command: ['bot'] });
    expect(readCommandLine(['revoke', ...options.split(' ')])).toEqual({
      kind: 'revoke',
      credential,
    });
  });

  it.each([
    ['--credential=', 'A value is missing after --credential.'],
    ['-c', 'A value is missing after -c.'],
    ['-c A --wait=yes', '--wait takes no value.'],
    ['-c A --through', 'There is no option --through.'],
    ['-c A --for=4', 'A time is 45s, 90m or 4h, and at most 168h.'],
    ['--environment Test', 'Name the key with -c, or with --client-id.'],
  ])('says what is wrong with %s', (options, sentence) => {
    const command = readCommandLine(['exec', ...options.split(' '), '--', 'bot']);
    expect(command).toEqual({ kind: 'wrong', sentence });
  });

  it('has a version', () => {
    expect(readCommandLine(['--version'])).toEqual({ kind: 'version' });
  });
});

describe('a time of the command line', () => {
  it.each([
    ['45s', 45],
    ['90m', 5_400],
    ['4h', 14_400],
    ['169h', null],
    ['4', null],
    ['-1h', null],
  ])('%s is %s seconds', (text, seconds) => expect(readDuration(text)).toBe(seconds));
});
