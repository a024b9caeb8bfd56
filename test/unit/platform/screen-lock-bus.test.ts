// The screen lock heard on Linux's message bus: through a program that plays gdbus, and through the
// real one on a bus of the test's own where the machine has both; says aloud where it has not.
import { spawn } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createScreenLockBus } from '../../../electron/main/platform/screen-lock-bus.ts';
import { ENDING_WITH_US, isSystemProgram } from '../../../electron/main/platform/system-program.ts';
import { busObstacle, joinBus, startBus } from '../../support/bus-client.ts';
import { eventually } from '../../support/eventually.ts';
import { ownFolder } from '../../support/own-folder.ts';

const obstacle = busObstacle();
if (obstacle !== null) console.warn(`The screen lock on a real bus was NOT tried: ${obstacle}.`);
const SAVER = 'org.freedesktop.ScreenSaver';

const at = ownFolder();
let bus: ReturnType<typeof createScreenLockBus> | null = null;
afterEach(() => {
  bus?.end();
});

/** A program that tells its arguments, environment and process, and then says `lines`. */
function programSaying(...lines: readonly string[]): string {
  const file = at('gdbus');
  const text = [
    '#!/bin/sh',
    `echo "$$ $*" >> ${at()}/started`,
    `/usr/bin/env >> ${at()}/environment`,
    ...lines,
    'exec /bin/sleep 60',
  ];
  writeFileSync(file, `${text.join('\n')}\n`);
  chmodSync(file, 0o755);
  return file;
}

type Ports = Parameters<typeof createScreenLockBus>[0];
const busHearing = (program: string, more: Partial<Ports> = {}) =>
  createScreenLockBus({
    environment: {},
    changed: () => undefined,
    program,
    trusted: () => true,
    ...more,
  });

const read = (name: string): string => readFileSync(at(name), 'utf8');
/** Whole lines alone: the file is there before the shell has written the first. */
const started = (): readonly string[] => read('started').split('\n').slice(0, -1);

describe('the screen lock on the message bus', () => {
  it('is passed on each time it is announced, from whoever announces it', async () => {
    const program = programSaying(
      'echo "The name org.gnome.ScreenSaver is owned by :1.4"',
      'echo "/org/gnome/ScreenSaver: org.gnome.ScreenSaver.ActiveChanged (true,)"',
    );
    let locked = 0;
    let changes = 0;
    bus = busHearing(program, { changed: () => (changes += 1) });
    bus.listen();
    bus.onLocked(() => (locked += 1));
    await eventually(() => expect(locked).toBe(3));
    expect(bus.heard()).toBe(true);
    expect(changes).toBe(3);
  });

  it('starts nothing before it is asked to listen, and what it starts but once', async () => {
    bus = busHearing(programSaying());
    expect(() => started()).toThrow('ENOENT');
    bus.listen();
    bus.listen();
    await eventually(() => expect(started()).toHaveLength(3));
  });

  it('is not heard where nobody would announce it', async () => {
    const program = programSaying(`echo "The name ${SAVER} does not have an owner"`);
    bus = busHearing(program);
    bus.listen();
    await eventually(() => expect(started()).toHaveLength(3));
    expect(bus.heard()).toBe(false);
  });

  it('is heard no more once the listener ends', async () => {
    const program = programSaying(
      `echo "The name ${SAVER} is owned by :1.4"`,
      `while [ ! -e ${at()}/go ]; do /bin/sleep 0.02; done`,
      'exit 1',
    );
    bus = busHearing(program);
    bus.listen();
    const heard = bus.heard;
    await eventually(() => expect(heard()).toBe(true));
    writeFileSync(at('go'), '');
    await eventually(() => expect(heard()).toBe(false));
  });

  it('S17 starts the program with fixed arguments and no environment but where the bus is', async () => {
    bus = busHearing(programSaying(), {
      environment: {
        DBUS_SESSION_BUS_ADDRESS: 'unix:path=/somewhere',
        LD_PRELOAD: '/tmp/evil.so',
        CANARY: 'canary',
      },
    });
    bus.listen();
    await eventually(() => expect(started()).toHaveLength(3));
    const told = started().map((line) => line.replace(/^\d+ /, ''));
    expect(told.toSorted()).toEqual([
      'monitor --session --dest org.freedesktop.ScreenSaver',
      'monitor --session --dest org.gnome.ScreenSaver',
      'monitor --system --dest org.freedesktop.login1',
    ]);
    await eventually(() => expect(read('environment').match(/LC_ALL=C/g)).toHaveLength(3));
    expect(read('environment')).toContain('DBUS_SESSION_BUS_ADDRESS=unix:path=/somewhere');
    expect(read('environment')).not.toMatch(/LD_PRELOAD|CANARY/);
  });

  it('ends every program it started', async () => {
    bus = busHearing(programSaying());
    bus.listen();
    await eventually(() => expect(started()).toHaveLength(3));
    bus.end();
    const pids = started().map((line) => Number.parseInt(line, 10));
    const alive = (): readonly number[] => pids.filter(isAlive);
    await eventually(() => expect(alive()).toEqual([]));
  });

  it.runIf(isSystemProgram(ENDING_WITH_US))(
    'leaves no program behind where its own process is killed',
    async () => {
      const module = path.resolve(
        import.meta.dirname,
        '../../../electron/main/platform/system-program.ts',
      );
      const ports = `{ file: '${programSaying()}', args: [], environment: {}, onLine() {}, onEnd() {} }`;
      const code = `import { startProgram } from '${module}'; startProgram(${ports});`;
      const parent = spawn(process.execPath, ['--input-type=module', '--eval', code]);
      await eventually(() => expect(started()).toHaveLength(1));
      const pid = Number.parseInt(started()[0] ?? '', 10);
      expect(isAlive(pid)).toBe(true);
      parent.kill('SIGKILL');
      await eventually(() => expect(isAlive(pid)).toBe(false));
    },
  );

  it('S17 starts nothing where the program is missing, or not the system’s own', async () => {
    const program = programSaying();
    chmodSync(program, 0o777);
    expect(isSystemProgram(program)).toBe(false);
    expect(isSystemProgram(at('missing'))).toBe(false);
    expect(isSystemProgram(at())).toBe(false);
    expect(isSystemProgram('gdbus')).toBe(false);
    bus = createScreenLockBus({ environment: {}, changed: () => undefined, program });
    bus.listen();
    expect(bus.heard()).toBe(false);
    expect(() => started()).toThrow('ENOENT');
  });
});

describe.runIf(obstacle === null)('the screen lock on a real message bus', () => {
  it('is heard from its owner, who may come and go, and only when the screen is locked', async () => {
    const real = await startBus(at());
    try {
      let locked = 0;
      const mine = createScreenLockBus({
        environment: {
          DBUS_SESSION_BUS_ADDRESS: real.address,
          DBUS_SYSTEM_BUS_ADDRESS: real.address,
        },
        changed: () => undefined,
      });
      bus = mine;
      mine.listen();
      mine.onLocked(() => (locked += 1));
      expect(mine.heard()).toBe(false);
      const saver = await joinBus(real, SAVER);
      await eventually(() => expect(mine.heard()).toBe(true));
      saver.announce('/org/freedesktop/ScreenSaver', SAVER, 'ActiveChanged', false);
      saver.announce('/org/freedesktop/ScreenSaver', SAVER, 'ActiveChanged', true);
      await eventually(() => expect(locked).toBe(1));
      saver.leave();
      await eventually(() => expect(mine.heard()).toBe(false));
    } finally {
      await real.stop();
    }
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
