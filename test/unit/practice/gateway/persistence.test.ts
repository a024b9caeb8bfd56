// The practice gateway's state file: what is in it when, and what happens when it cannot be written.
import { execFileSync } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createStateWriter,
  loadState,
  MAX_STATE_BYTES,
} from '../../../../electron/main/practice/gateway/persistence.ts';
import { createPracticeState } from '../../../../electron/main/practice/gateway/practice-state.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'practice-'));
  file = path.join(folder, 'state.json');
});
afterEach(() => rm(folder, { recursive: true }));

function stateWithClient(clientId: string) {
  const state = createPracticeState(null, () => undefined);
  const secret = Buffer.from('x');
  state.register({ clientId, accessType: 'trader', scopes: ['TRADER_READ'], secret });
  return state;
}

describe('state writer', () => {
  it('writes what loads again', async () => {
    const state = stateWithClient('one');
    const writer = createStateWriter(file, state.snapshot);
    writer.save();
    await writer.settled();
    expect(await loadState(file)).toMatchObject(state.snapshot());
  });

  it('writes what was true at the last call, in as few writes as it takes', async () => {
    let snapshots = 0;
    const state = stateWithClient('one');
    const writer = createStateWriter(file, () => {
      snapshots += 1;
      return state.snapshot();
    });
    for (let count = 0; count < 50; count += 1) {
      state.rotateSecret('one', Buffer.from(String(count)));
      writer.save();
    }
    await writer.settled();
    expect(snapshots).toBe(1);
    expect(await loadState(file)).toMatchObject(state.snapshot());
  });

  it('keeps the old file where the new one cannot be written', async () => {
    const writer = createStateWriter(file, stateWithClient('one').snapshot);
    writer.save();
    await writer.settled();
    const broken = createStateWriter(file, () => {
      const snapshot = stateWithClient('two').snapshot();
      const clients = snapshot.clients.map((client) => ({
        ...client,
        toJSON: () => {
          throw new Error('no room');
        },
      }));
      return { ...snapshot, clients };
    });
    broken.save();
    await broken.settled();
    expect((await loadState(file))?.clients.map(({ clientId }) => clientId)).toEqual(['one']);
  });
});

describe('state loading', () => {
  it('finds nothing where there is no file', async () => {
    expect(await loadState(path.join(folder, 'none'))).toBeNull();
  });

  it.skipIf(process.platform === 'win32')('does not wait for a pipe in its place', async () => {
    execFileSync('mkfifo', [file]);
    expect(await loadState(file)).toBeNull();
  });

  it('reads no file that is larger than its state can be', async () => {
    const writer = createStateWriter(file, stateWithClient('one').snapshot);
    writer.save();
    await writer.settled();
    const written = await readFile(file, 'utf8');
    const last = written.split('\n').at(-2) ?? '';
    const times = Math.floor((MAX_STATE_BYTES - written.length) / (last.length + 1));
    await appendFile(file, `${last}\n`.repeat(times));
    expect(await loadState(file)).not.toBeNull();
    await appendFile(file, `${last}\n`);
    expect(await loadState(file)).toBeNull();
  });

  it.each([
    ['has no end', (written: string) => written.slice(0, -1)],
    ['is none of ours', (written: string) => `${written}{}\n`],
    ['is empty', (written: string) => `${written}\n`],
    ['is too long', (written: string) => `${written}${' '.repeat(5_000)}{}\n`],
    ['comes before the first', (written: string) => `{}\n${written}`],
  ])('begins anew where a line %s', async (_how, spoil) => {
    const writer = createStateWriter(file, stateWithClient('one').snapshot);
    writer.save();
    await writer.settled();
    await writeFile(file, spoil(await readFile(file, 'utf8')));
    expect(await loadState(file)).toBeNull();
  });
});
