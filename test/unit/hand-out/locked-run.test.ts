// What a credential that stays usable does while the vault is locked, what it writes down first, and what it leaves.
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ok } from '../../../electron/main/domain/result.ts';
import type { TokenId } from '../../../electron/main/domain/ids.ts';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import type { GatewayTarget } from '../../../electron/main/gateway/call-target.ts';
import {
  createJournals,
  type Journals,
} from '../../../electron/main/hand-out/locked-run-journal.ts';
import { keepThroughLock, keptRefusal } from '../../../electron/main/hand-out/locked-run-means.ts';
import { recoverLockedRuns } from '../../../electron/main/hand-out/locked-run-recovery.ts';
import type { LockedRun } from '../../../electron/main/hand-out/locked-run.ts';
import { journalKeyOf } from '../../../electron/main/tokens/ledger/ledger.ts';
import type { OpenSession } from '../../../electron/main/tokens/open-session.ts';
import { nodeFileSystem } from '../../../electron/main/vault/store/node-file-system.ts';
import { eventually } from '../../support/eventually.ts';
import { failed } from '../../support/scripted-gateway.ts';
import { textOf } from '../../support/text-of-answer.ts';
import {
  createTestSession,
  PARTNER,
  TRADER,
  type TestSession,
} from '../../support/test-session.ts';

/** Of the scripted gateway's tokens. */
const LIFETIME_MS = 3_600_000;

let folder: string;
let session: TestSession;
let isDiskFull = false;
let first: TokenId;

const journals = (): Journals =>
  createJournals(
    folder,
    {
      ...nodeFileSystem,
      async create(name) {
        const file = await nodeFileSystem.create(name);
        return {
          ...file,
          async write(bytes, offset) {
            if (isDiskFull) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
            return await file.write(bytes, offset);
          },
        };
      },
    },
    session.clock.nowMs,
  );

async function keep(over: Partial<OpenSession> = {}): Promise<LockedRun> {
  const run = await keepThroughLock({ ...session.session, ...over }, journals(), {
    credentialId: TRADER,
    scopes: ['TRADER_TRADE'],
    program: 'python bot.py',
    tokenIds: [first],
    renewedAtMs: session.clock.monotonicMs(),
  });
  if (run === null) throw new Error('not kept');
  return run;
}

async function ask(run: LockedRun, isRefused = false): Promise<string> {
  const told = await run.token(isRefused);
  return told.ok ? textOf(told.value) : `${told.failure.why}: ${told.failure.sentence ?? ''}`;
}

const revoked = (text: string): boolean => session.gateway.calls.includes(`revoke ${text}`);
const requests = (): number =>
  session.gateway.calls.filter((call) => call.startsWith('token ')).length;
/** What was asked of the disk before is done by then. */
async function diskSettles(): Promise<void> {
  for (let times = 0; times < 20; times += 1) {
    for (const name of await readdir(folder)) await readFile(path.join(folder, name));
  }
}
/** What a kill at this moment leaves. */
const afterKill = (): Promise<TestSession> => session.restart(session.vault.copy());

beforeEach(async () => {
  isDiskFull = false;
  folder = await mkdtemp(path.join(tmpdir(), 'strongroom-locked-'));
  session = await createTestSession();
  const made = await session.requests.request(TRADER, ['TRADER_TRADE']);
  if (!made.ok) throw new Error('no token');
  first = made.value;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('a run whose credential stays usable while the vault is locked', () => {
  it('gets a new token before it revokes the old one, which lives on for as long as it may be used', async () => {
    const run = await keep();
    await session.clock.advance(LIFETIME_MS / 2);
    expect(await ask(run)).toBe('token-text-2');
    await session.clock.advance(LIFETIME_MS / 3 + 9_999);
    await diskSettles();
    expect(revoked('token-text-1')).toBe(false);
    await session.clock.advance(1);
    await eventually(() => expect(revoked('token-text-1')).toBe(true));
    expect(revoked('token-text-2')).toBe(false);
    await run.end('program');
  });

  it('is asked once by all that ask at the same time', async () => {
    const run = await keep();
    await session.clock.advance(LIFETIME_MS / 2);
    expect(new Set(await Promise.all([ask(run), ask(run), ask(run, true)])).size).toBe(1);
    expect(requests()).toBe(2);
    await run.end('program');
  });

  it('renews for a refusal that is the token’s fault, and for no other', async () => {
    const run = await keep();
    await session.clock.advance(60_000);
    expect(await ask(run, true)).toBe('token-text-1');
    session.gateway.onProbe((text) =>
      Promise.resolve(ok(session.gateway.probed(text === 'token-text-1' ? 401 : 200))),
    );
    expect(await ask(run, true)).toBe('token-text-2');
    await run.end('program');
  });

  it('revokes all it holds at its end, asks whether that is dead, and keeps no secret', async () => {
    const run = await keep();
    await session.clock.advance(LIFETIME_MS / 2);
    await ask(run);
    session.gateway.onProbe(() => Promise.resolve(ok(session.gateway.probed(401))));
    expect(await run.end('program')).toEqual([]);
    expect(['token-text-1', 'token-text-2'].map(revoked)).toEqual([true, true]);
    expect(session.gateway.calls.at(-1)).toMatch(/^probe trader token-text-/);
    expect(run.isOver()).toBe(true);
    expect(await ask(run)).toBe('locked: ');
  });

  it('signs in at its proxy with a password of its own, which goes with the others', async () => {
    let isLocked = false;
    const given: SecretBytes[] = [];
    const shown: (string | null)[] = [];
    const show = ({ proxyPassword }: GatewayTarget): void => {
      const password = proxyPassword?.() ?? null;
      shown.push(password?.use((bytes) => bytes.toString()) ?? null);
      password?.wipe();
    };
    const { gateway } = session;
    const run = await keep({
      targetOf: (environment) => ({
        ...environment,
        // As the open vault gives it, and a locked one does not.
        proxyPassword() {
          if (isLocked) return null;
          const password = SecretBytes.take(Buffer.from('of the proxy'));
          given.push(password);
          return password;
        },
      }),
      gateway: {
        ...gateway,
        requestToken(target, ...rest) {
          show(target);
          return gateway.requestToken(target, ...rest);
        },
        revokeToken(target, ...rest) {
          show(target);
          return gateway.revokeToken(target, ...rest);
        },
      },
    });
    isLocked = true;
    await session.clock.advance(LIFETIME_MS / 2);
    await ask(run);
    expect(shown).toEqual(['of the proxy']);
    expect(given.map(({ wiped }) => wiped)).toEqual([false]);
    await run.end('program');
    expect(shown).toEqual(['of the proxy', 'of the proxy', 'of the proxy']);
    expect(given.map(({ wiped }) => wiped)).toEqual([true]);
  });

  it('does not ask again and again with a secret that is refused', async () => {
    const run = await keep();
    session.gateway.onToken(() =>
      failed(session.gateway.failure({ code: 'invalid_client' }, { status: 401 })),
    );
    await session.clock.advance(LIFETIME_MS / 2);
    expect([await ask(run), await ask(run)]).toEqual(['token-text-1', 'token-text-1']);
    expect(requests()).toBe(2);
    await run.end('program');
  });

  it('sends nothing that could not be written down, and says so', async () => {
    const run = await keep();
    isDiskFull = true;
    await session.clock.advance(LIFETIME_MS);
    expect(await ask(run)).toContain('could not be written down');
    expect(requests()).toBe(1);
    // That it was revoked is written nowhere: the next unlock does it again.
    expect(await run.end('program')).toEqual([first]);
    expect(revoked('token-text-1')).toBe(true);
  });

  it('is not begun where its journal could not be', async () => {
    isDiskFull = true;
    await expect(keep()).rejects.toThrow('not kept');
    expect(session.vault.hasRecord(journalKeyOf(TRADER))).toBe(false);
  });

  it('answers nothing from the moment it was wiped', async () => {
    const run = await keep();
    run.wipe();
    expect(await ask(run)).toBe('locked: ');
    expect(run.isOver()).toBe(true);
    expect(await run.end('program')).toEqual([first]);
    expect(revoked('token-text-1')).toBe(false);
  });

  it('wipes its client secret and its tokens, whatever is under way', async () => {
    const opened: Buffer[] = [];
    const { openRecord } = session.vault;
    // Of the very bytes that it holds.
    Object.assign(session.vault, {
      openRecord: (name: Parameters<typeof openRecord>[0]) => {
        const record = openRecord(name);
        if (record.ok && name.field !== 'journal_key') {
          record.value.use((bytes) => opened.push(bytes));
        }
        return record;
      },
    });
    const run = await keep();
    expect(opened.map(String)).toEqual(['secret-of-trader-1', 'token-text-1']);
    session.gateway.onToken(() => new Promise(() => undefined));
    await session.clock.advance(LIFETIME_MS / 2);
    void run.token(false);
    run.wipe();
    expect(opened.map((bytes) => bytes.every((byte) => byte === 0))).toEqual([true, true]);
  });

  it('is possible for a Trader credential that the vault holds, outside of practice', () => {
    const trader = session.credential();
    const command = { secretCommand: {} as NonNullable<typeof trader.secretCommand> };
    expect(
      [
        trader,
        session.credential(PARTNER),
        { ...trader, ...command },
        { ...trader, environmentId: 'practice' as typeof trader.environmentId },
        { ...trader, ephemeral: true as const },
      ].map(keptRefusal),
    ).toEqual([null, 'partner', 'command', 'practice', 'not_kept']);
  });
});

describe('what was done while the vault was locked', () => {
  it('is in the ledger and in the history at the next unlock, and its journal is gone', async () => {
    const run = await keep();
    await session.clock.advance(LIFETIME_MS / 2);
    await ask(run);
    await session.clock.advance(LIFETIME_MS / 3 + 10_000);
    await eventually(() => expect(revoked('token-text-1')).toBe(true));
    await run.rest(1_000);
    const came = await recoverLockedRuns(session.session, journals());
    const [renewed, old] = session.vault.contents().tokens;
    expect(came).toEqual([renewed?.id]);
    expect(renewed).toMatchObject({ issue: 'issued', revocation: null, lifetimeSeconds: 3600 });
    expect(session.vault.openRecord({ id: renewed?.id ?? '', field: 'access_token' }).ok).toBe(
      true,
    );
    expect(old?.revocation?.acceptedAtMs).toBeTypeOf('number');
    expect(session.vault.contents().leases).toMatchObject([{ tokenId: renewed?.id }]);
    expect(session.noted.slice(1).map(({ what }) => what)).toEqual([
      'kept_through_lock',
      'token_received',
      'token_renewed',
      'revoke_asked',
      'revoke_accepted',
      'locked_use_ended',
    ]);
    const named = session.noted.filter(({ program }) => program === 'python bot.py');
    expect(named.map(({ what }) => what)).toEqual([
      'kept_through_lock',
      'token_renewed',
      'locked_use_ended',
    ]);
    expect(await readdir(folder)).toEqual([]);
    expect(session.vault.hasRecord(journalKeyOf(TRADER))).toBe(false);
  });

  it('is a token possibly issued where a kill came between a request and its answer', async () => {
    const run = await keep();
    session.gateway.onToken(() => new Promise(() => undefined));
    await session.clock.advance(LIFETIME_MS / 2);
    void run.token(false);
    await eventually(() => expect(requests()).toBe(2));
    const killed = await afterKill();
    expect(await recoverLockedRuns(killed.session, journals())).toEqual([]);
    expect(killed.vault.contents().tokens.map(({ issue }) => issue)).toEqual([
      'possibly_issued',
      'issued',
    ]);
    expect(killed.noted.map(({ what }) => what)).toEqual([
      'token_possibly_issued',
      'locked_use_ended',
    ]);
    expect(killed.noted[1]).toMatchObject({ word: 'crash', program: 'python bot.py' });
    run.wipe();
  });

  it('is no token where the server plainly refused', async () => {
    const run = await keep();
    session.gateway.onToken(() =>
      failed(session.gateway.failure({ code: 'invalid_scope' }, { status: 400 })),
    );
    await session.clock.advance(LIFETIME_MS / 2);
    await ask(run);
    const killed = await afterKill();
    await recoverLockedRuns(killed.session, journals());
    expect(killed.vault.contents().tokens).toHaveLength(1);
    run.wipe();
  });

  it.each([
    ['removed', (file: string) => rm(file)],
    [
      'put into another order',
      async (file: string) => {
        const bytes = await readFile(file);
        const first = 4 + bytes.readUInt32BE(0);
        await writeFile(file, Buffer.concat([bytes, bytes.subarray(0, first)]));
      },
    ],
    ['cut off', async (file: string) => truncate(file, (await readFile(file)).length - 1)],
  ])('is taken for possibly issued where its journal was %s', async (_how, harm) => {
    const run = await keep();
    run.wipe();
    const [name = ''] = await readdir(folder);
    await harm(path.join(folder, name));
    const killed = await afterKill();
    await recoverLockedRuns(killed.session, journals());
    expect(killed.vault.contents().tokens[0]?.issue).toBe('possibly_issued');
  });

  it('stays in its journal until the vault has it', async () => {
    const run = await keep();
    await session.clock.advance(LIFETIME_MS / 2);
    await ask(run);
    run.wipe();
    session.vault.failWith({ code: 'disk_full' });
    expect(await recoverLockedRuns(session.session, journals())).toBeNull();
    expect(await readdir(folder)).toHaveLength(1);
    session.vault.failWith(null);
    expect(await recoverLockedRuns(session.session, journals())).toHaveLength(1);
    expect(await readdir(folder)).toEqual([]);
  });

  it('stands in its journal without a word that could be read', async () => {
    const run = await keep();
    await session.clock.advance(LIFETIME_MS / 2);
    await ask(run);
    run.wipe();
    const [name = ''] = await readdir(folder);
    const bytes = await readFile(path.join(folder, name));
    expect(bytes.length).toBeGreaterThan(1_000);
    for (const word of ['token-text', 'secret-of', 'python', 'kept', String(TRADER)]) {
      expect(bytes.includes(word)).toBe(false);
      expect(name).not.toContain(word);
    }
  });
});
