// Whether a panel would show the tray, asked through a program that plays gdbus.
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { awaitTrayHost } from '../../../electron/main/platform/tray-host.ts';
import { systemClock } from '../../../electron/main/domain/clock.ts';
import { ownFolder } from '../../support/own-folder.ts';

const at = ownFolder();

/** Notes each start, and says what stands at its number; after the last, the last. */
function programSaying(...answers: readonly string[]): string {
  const file = at('gdbus');
  const cases = answers.map(
    (answer, at) => `${at === answers.length - 1 ? '*' : at + 1}) ${answer};;`,
  );
  const text = `#!/bin/sh
echo "$*" >> ${at()}/asked
/usr/bin/env > ${at()}/environment
case $(/usr/bin/wc -l < ${at()}/asked) in ${cases.join(' ')} esac
`;
  writeFileSync(file, text);
  chmodSync(file, 0o755);
  return file;
}

/** Between two looks. */
const APART_MS = 2_000;
/** Pauses pass at once; the limit of an answer is against hanging alone. */
const hurried = {
  after: (ms: number, act: () => void) => systemClock.after(ms === APART_MS ? 1 : 60_000, act),
};
const ask = (program: string, trusted = true, clock = hurried) =>
  awaitTrayHost({
    environment: { XDG_RUNTIME_DIR: '/run/user/1', SECRET: 'x' },
    clock,
    program,
    trusted: () => trusted,
  });
const asked = (): readonly string[] => readFileSync(at('asked'), 'utf8').trim().split('\n');

describe('the tray on Linux', () => {
  it('is in sight once a panel has come forward', async () => {
    expect(await ask(programSaying('echo "(<true>,)"'))).toBe(true);
    expect(asked()).toHaveLength(1);
    const environment = readFileSync(at('environment'), 'utf8');
    expect(environment).toContain('XDG_RUNTIME_DIR=/run/user/1');
    expect(environment).not.toContain('SECRET');
  });

  it('is in sight of a panel that starts later than the app', async () => {
    const program = programSaying('exit 1', 'echo "(<false>,)"', 'echo "(<true>,)"');
    expect(await ask(program)).toBe(true);
    expect(asked()).toHaveLength(3);
  });

  it('is in nobody’s sight where no panel comes', async () => {
    expect(await ask(programSaying('exit 1'))).toBe(false);
    expect(asked()).toHaveLength(6);
  });

  it('is in nobody’s sight where nobody can say', async () => {
    expect(await ask(at('gdbus'), false)).toBe(false);
  });

  it('is not waited for where nobody answers', async () => {
    const impatient = {
      after: (_ms: number, act: () => void) => systemClock.after(1, act),
    };
    expect(await ask(programSaying('exec /bin/sleep 60'), true, impatient)).toBe(false);
  });
});
