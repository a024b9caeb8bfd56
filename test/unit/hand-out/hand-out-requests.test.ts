// The yes of a person to a program, and what a lock or a revocation run that comes after it makes of it.
import { writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { ok } from '../../../electron/main/domain/result.ts';
import { HandOutRequests } from '../../../electron/main/hand-out/hand-out-requests.ts';
import type { HandOuts } from '../../../electron/main/hand-out/hand-outs.ts';
import { createTestSession, TRADER, type TestSession } from '../../support/test-session.ts';
import { ownFolder } from '../../support/own-folder.ts';

const REMEMBER = 1;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const at = ownFolder();
let requests: HandOutRequests;
let session: TestSession;
let asked: number;
let given: number;
/** The number still is of the process that asked. */
let isSame: boolean;
/** Called as soon as the person has said yes. */
let answered: () => unknown;

beforeEach(async () => {
  await writeFile(at('sh'), 'a shell');
  await writeFile(at('bot.sh'), 'a bot');
  [asked, given, isSame] = [0, 0, true];
  answered = () => undefined;
  session = await createTestSession();
  requests = new HandOutRequests({
    clock: session.clock,
    services: () => ok(session),
    processes: {
      identify: (pid) =>
        Promise.resolve(
          ok({
            pid,
            proven: true,
            startedTicks: '1',
            executable: '/usr/bin/strongroom-cli',
            parent: null,
            folder: at(),
            words: ['strongroom-cli', 'exec', '--', 'sh', 'bot.sh'],
          }),
        ),
      isSame: () => Promise.resolve(isSame),
    },
    questions: {
      ask(_question, begins) {
        begins();
        asked += 1;
        setImmediate(answered);
        return Promise.resolve(REMEMBER);
      },
    },
    handOuts: {
      begin() {
        given += 1;
        return Promise.resolve(ok({ run: 'a-run', token: { access_token: '', token_type: '' } }));
      },
    } as unknown as HandOuts,
  });
});

const exec = () =>
  requests.exec(
    {
      v: 1,
      ask: 'exec',
      pid: 7,
      credential: { label: TRADER, environment: null, clientId: null },
      scopes: ['TRADER_READ'],
      forSeconds: null,
      program: at('sh'),
      script: at('bot.sh'),
    },
    {
      prove: () => Promise.resolve('opened'),
      over: () => undefined,
      gone: new AbortController().signal,
    },
  );

describe('a yes that is to be remembered', () => {
  it('is not asked for again', async () => {
    await exec();
    await exec();
    expect([asked, given]).toEqual([1, 2]);
  });

  it.each([
    ['awake', (ms: number) => session.clock.advance(ms)],
    ['asleep', (ms: number) => session.clock.setWall(session.clock.nowMs() + ms)],
  ] as const)('is asked for again after eight hours, spent %s', async (_how, pass) => {
    await exec();
    await pass(8 * HOUR - MINUTE);
    await exec();
    expect([asked, given]).toEqual([1, 2]);
    await pass(MINUTE);
    await exec();
    expect([asked, given]).toEqual([2, 3]);
  });

  it('counts for nothing where all was forgotten while what was confirmed was read again', async () => {
    answered = () => requests.forget();
    expect(await exec()).toMatchObject({ ok: false, failure: { why: 'not_answered' } });
    answered = () => undefined;
    await exec();
    expect([asked, given]).toEqual([2, 1]);
  });

  it('is no yes to a process that took over the number meanwhile', async () => {
    answered = () => (isSame = false);
    expect(await exec()).toMatchObject({ ok: false, failure: { why: 'denied' } });
    expect(given).toBe(0);
  });

  it('opens nothing of a vault that was opened since, as after a lock', async () => {
    const other = await createTestSession();
    answered = () => (session = other);
    expect(await exec()).toMatchObject({ ok: false, failure: { why: 'locked' } });
    expect(given).toBe(0);
  });
});
