// The history of an open vault: opens its file, finds out whether it is the one the vault knows, and
// goes on writing it, or keeps it aside and begins a new one that says so. The vault remembers how far
// it got (the anchor) with every save it makes anyway.
import path from 'node:path';
import type { Failure } from '../../shared/failures/failure.ts';
import type { HistoryDamageView } from '../../shared/history/history-view.ts';
import type { HistoryEvent } from '../domain/history-event.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { HISTORY_KEY_DUE, type VaultFailure } from '../vault/store/vault.ts';
import { createExportSigner, SIGNING_KEY } from './export-signing.ts';
import type { History, HistoryPorts, Verdict } from './history-port.ts';
import { createHistoryReader, sessionEvents } from './history-reader.ts';
import { createHistoryWriter, RETRY_MS, type WritingPlace } from './history-writer.ts';
import { createKeyring } from './keyring.ts';
import {
  findingOf,
  isDamage,
  verifyWhole,
  type Damage,
  type Finding,
  type Head,
} from './log-checks.ts';
import { keepAside, logExists, openLog, type LogFile } from './log-file.ts';
import { placeIn, placeInEmpty } from './log-place.ts';
import type { LogTrouble } from './log-trouble.ts';

export const HISTORY_FILE = 'strongroom.history';
/** After unlock, before all that lies before the anchor is verified: the window comes first. */
const FULL_CHECK_MS = 3_000;

export function openHistory(ports: HistoryPorts): History {
  const { vault, clock, changed } = ports;
  const file = path.join(ports.directory, HISTORY_FILE);
  const keyring = createKeyring(vault);
  const openedAtMs = clock.nowMs();
  let log: LogFile | null = null;
  let trouble: LogTrouble | null = null;
  let damage: HistoryDamageView | null = null;
  let closed = false;
  let wiped = false;
  /** Where this session began to write into the file that is there now. */
  let began: Head | null = null;
  let cancel: (() => void) | null = null;
  let verifying: Promise<Result<Verdict, Failure>> | null = null;

  const writer = createHistoryWriter({
    clock,
    standing(next) {
      trouble = next;
      if (next === 'damaged') void replace({ kind: 'unreadable', atSeq: null });
      changed();
    },
  });

  const later = (delayMs: number, work: () => void): void => {
    if (!closed) cancel = clock.after(delayMs, work);
  };

  /** Not open, and not because of damage: events wait, and it is tried again. */
  function stuck(why: LogTrouble): void {
    log?.close();
    log = null;
    writer.attach(null);
    trouble = why;
    changed();
    later(RETRY_MS, () => {
      ready = open();
    });
  }

  function attach(place: WritingPlace, first: readonly HistoryEvent[] = []): void {
    // Wiped meanwhile: under zeroed keys nothing is written.
    if (wiped) return place.log.close();
    log = place.log;
    began ??= place.head;
    trouble = null;
    writer.attach(place, first);
    changed();
  }

  const given = (finding: Finding, known: number): Promise<void> | void =>
    isDamage(finding) ? begin(finding, known) : stuck(finding);

  async function open(): Promise<void> {
    const anchor = vault.contents().history;
    const there = await logExists(file);
    if (wiped) return;
    if (!there.ok) return stuck(there.failure);
    if (anchor === null) return begin(there.value ? { kind: 'foreign', atSeq: null } : null, 0);
    if (!there.value && anchor.count > 0) {
      return begin({ kind: 'missing', atSeq: null }, anchor.count);
    }
    const opened = await openLog(file);
    if (!opened.ok) return given(findingOf(opened.failure), anchor.count);
    if (wiped) return opened.value.close();
    log = opened.value;
    const place = await placeIn(log, keyring, anchor);
    if (!place.ok) return given(place.failure, anchor.count);
    attach(place.value);
    later(FULL_CHECK_MS, () => void verify());
  }

  /** A new chain under a new key; what lies in its place is kept aside, untouched. */
  async function begin(
    found: Damage | null,
    known: number,
    again?: readonly HistoryEvent[],
  ): Promise<void> {
    if (wiped) return;
    if (found !== null) damage ??= { ...found, known, keptAside: null };
    const { keys, secret } = keyring.make();
    const history = { keyId: keys.id, count: 0, head: keys.genesis.toString('hex') };
    // The vault first: whatever stops this half-way, the file in its place is looked at again.
    const saved = await vault.change({
      contents: (before) => ({ ...before, history }),
      seal: [{ name: { id: keys.id, field: 'history_key' }, secret }],
    });
    secret.wipe();
    if (!saved.ok) return stuck(saved.failure.code);
    if (wiped) return;
    log?.close();
    log = null;
    const keptAside = await keepAside(file, clock.nowMs());
    if (!keptAside.ok) return stuck(keptAside.failure);
    if (damage !== null) damage = { ...damage, keptAside: keptAside.value };
    began = null;
    const opened = await openLog(file);
    if (!opened.ok) return stuck(opened.failure);
    if (wiped) return opened.value.close();
    log = opened.value;
    const place = placeInEmpty(log, keyring, history);
    if (!place.ok) return stuck(isDamage(place.failure) ? 'io_error' : place.failure);
    const first: HistoryEvent = {
      what: 'history_started',
      // Not when its file was ready: what came meanwhile stands behind it, and is not to seem older.
      atMs: again === undefined ? openedAtMs : clock.nowMs(),
      by: 'app',
      word: damage?.kind ?? 'new',
      ...(damage === null ? {} : { count: damage.known }),
    };
    attach(place.value, [first, ...(again ?? [])]);
  }

  /** The open file turned out to be damaged: what this session wrote is written again. */
  async function replace(found: Damage): Promise<void> {
    if (log === null || closed) return;
    const known = writer.head()?.seq ?? 0;
    const again = sessionEvents(log, keyring, began);
    writer.attach(null);
    ready = begin(found, known, again);
    await ready;
  }

  async function verifyAll(): Promise<Result<Verdict, Failure>> {
    await ready;
    writer.flush();
    const head = writer.head();
    const keyId = writer.anchor()?.keyId ?? null;
    const held = log;
    if (held === null || head === null || keyId === null) return fail(failureOf(trouble));
    const checked = await verifyWhole(held, keyring, head, keyId, () => !closed && log === held);
    if (closed) return fail({ code: 'vault_locked' });
    // Closed meanwhile, for a new key or because it was found damaged: what is there now is verified.
    if (log !== held) return await verifyAll();
    if (checked.ok) return ok({ events: head.seq, damage: null });
    const finding = checked.failure;
    if (!isDamage(finding)) return fail(failureOf(finding));
    damage = null;
    await replace(finding);
    return ok({ events: head.seq, damage });
  }

  function verify(): Promise<Result<Verdict, Failure>> {
    verifying ??= verifyAll().finally(() => {
      verifying = null;
    });
    return verifying;
  }

  function renewKeys(): Promise<Result<void, VaultFailure>> {
    const renewed = ready.then(beginEpoch);
    // A lock waits for it, so that what is told meanwhile is written.
    ready = renewed.then(() => undefined);
    return renewed;
  }

  async function beginEpoch(): Promise<Result<void, VaultFailure>> {
    if (closed) return fail({ code: 'vault_locked' });
    writer.flush();
    const head = writer.head();
    const held = log;
    if (held === null || head === null) return fail(failureOf(trouble));
    const { keys, secret } = keyring.make();
    writer.attach(null);
    const saved = await vault.change({
      contents: (before) => ({
        ...before,
        history: { keyId: keys.id, count: head.seq, head: Buffer.from(head.chain).toString('hex') },
      }),
      seal: [{ name: { id: keys.id, field: 'history_key' }, secret }],
      drop: [SIGNING_KEY, HISTORY_KEY_DUE].filter(vault.hasRecord),
    });
    secret.wipe();
    // Whoever reads sees that it is gone, and does not meet a closed file.
    log = null;
    held.close();
    // Opened again, as after a kill at this very place: with or without the new key.
    await open();
    return saved;
  }

  function wipe(): void {
    wiped = true;
    closed = true;
    cancel?.();
    writer.close();
    log?.close();
    log = null;
    keyring.wipe();
  }

  function noteLock(): void {
    const word = ports.lockedBy();
    const by = word === null ? 'person' : 'app';
    writer.recordEvent({ what: 'vault_locked', atMs: clock.nowMs(), by, word: word ?? 'asked' });
    closed = true;
    cancel?.();
    writer.flush();
  }

  function endNow(): void {
    try {
      if (!closed) noteLock();
    } finally {
      wipe();
    }
  }

  async function close(): Promise<void> {
    await ready;
    if (wiped) return;
    noteLock();
    const anchor = writer.anchor();
    if (anchor !== null && anchor.head !== vault.contents().history?.head) {
      await vault.change({ contents: (before) => ({ ...before, history: anchor }) });
    }
    wipe();
    await verifying;
  }

  const reader = createHistoryReader({
    keyring,
    place: () => (log === null ? null : { log, head: writer.head() }),
    broken: () => void verify(),
  });
  vault.hook({ anchor: writer.anchor });
  let ready: Promise<void> = open();

  return {
    ...reader,
    async page(query) {
      await ready;
      // What was noted a moment ago is in it.
      await writer.written();
      return await reader.page(query);
    },
    recordEvent: writer.recordEvent,
    close,
    standing: () => ({
      failure: trouble === null ? null : failureOf(trouble),
      waiting: trouble === null ? 0 : writer.waiting(),
      damage,
    }),
    async written() {
      await ready;
      return await writer.written();
    },
    verify,
    renewKeys,
    signer: createExportSigner(vault),
    wipe,
    endNow,
  };
}

const failureOf = (trouble: LogTrouble | null): VaultFailure => ({
  code: trouble === null || trouble === 'damaged' ? 'io_error' : trouble,
});
