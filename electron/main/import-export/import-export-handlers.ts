// The contract's calls about imports and exports. Files are chosen in main's own dialogs: no path and no
// text of a file reaches the page. Where the plain file lies is said in main's question alone.
import path from 'node:path';
import type { ImportSource } from '../../shared/import-export/import-view.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import { lastUsedMs } from '../../shared/health/secret-due.ts';
import { validUntilMsOf } from '../domain/secret-age.ts';
import { healthOf } from '../health/health-handlers.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { wipeableCopy } from '../domain/wipeable-buffer.ts';
import { readSmallFile } from '../secret-input/small-file.ts';
import type { SessionServices } from '../session/session-services.ts';
import { findById } from '../credentials/credentials.ts';
import { isLive } from '../domain/token-life.ts';
import { stateOf } from '../tokens/ledger/housekeeping.ts';
import { checkExport } from '../secret-scan/secret-scan.ts';
import { importQuestion, transferTitles } from './import-export-questions.ts';
import type { ImportOrigin } from './imports.ts';
import { inventoryCsv, inventoryJson } from './inventory.ts';
import { saveExport } from '../vault/store/exported-file.ts';
import { saveSealedCopy } from '../vault/backups/sealed-copy.ts';
import type { HandlerPorts } from '../ipc/handler-ports.ts';
import { secretHost } from '../domain/place-words.ts';
import type { Handlers } from '../ipc/serve-contract.ts';
import { createWhileOpen } from '../ipc/while-open.ts';

type TransferCall =
  | 'importTake'
  | 'importApply'
  | 'importEnd'
  | 'vaultCopySave'
  | 'inventoryExport';

/** Of a file that credentials are read from: collections with saved answers are large. */
const MAX_IMPORT_BYTES = 4 * 1024 * 1024;

interface Taken {
  readonly bytes: Buffer;
  readonly origin: ImportOrigin;
}

export function createTransferHandlers(ports: HandlerPorts): Pick<Handlers, TransferCall> {
  const { vaultSession, secretInput, dialogs, practice } = ports;
  const whileOpen = createWhileOpen(vaultSession);

  async function take(source: ImportSource): Promise<Result<Taken | 'cancelled', Failure>> {
    if (source === 'clipboard') {
      const pasted = await secretInput.takePasted();
      if (!pasted.ok) return pasted;
      if (pasted.value === 'cancelled') return ok('cancelled');
      const bytes = pasted.value.use(wipeableCopy);
      pasted.value.wipe();
      return ok({ bytes, origin: { source, fileName: '', path: null } });
    }
    const file = await dialogs.chooseFile(transferTitles.take);
    if (file === null) return ok('cancelled');
    // SECURITY(S27): a small regular file, never through a link.
    const read = await readSmallFile(file, MAX_IMPORT_BYTES);
    if (!read.ok) {
      const isLarge = read.failure.code === 'file_too_large';
      return isLarge ? fail({ code: 'import_too_large' }) : read;
    }
    const fileName = path.basename(file).slice(0, 255);
    return ok({ bytes: read.value, origin: { source, fileName, path: file } });
  }

  return {
    async importTake({ source }) {
      const open = vaultSession.services();
      if (!open.ok) return open;
      const { imports } = open.value;
      const endings = imports.endings();
      const taken = await take(source);
      if (!taken.ok) return taken;
      if (taken.value === 'cancelled') return ok('cancelled');
      const still = vaultSession.services();
      // The sheet was closed meanwhile, or the session is another: nobody would ever end this one.
      const isOurs = still.ok && still.value.imports === imports && imports.endings() === endings;
      if (!isOurs) {
        taken.value.bytes.fill(0);
        return still.ok ? ok('cancelled') : still;
      }
      const begun = imports.begin(taken.value.bytes, taken.value.origin);
      if (begun.ok && source === 'clipboard') await secretInput.kept();
      if (begun.ok) return begun;
      const { code, facts } = begun.failure;
      // The preview of the file before may stand above: the failure says which one it is about.
      return fail({ code, facts: { ...facts, file: taken.value.origin.fileName } });
    },
    importApply: {
      ask: whileOpen(({ imports, session }, { choices }) => {
        const plan = imports.plan(choices);
        if (!plan.ok) return plan;
        const { environments } = session.vault.contents();
        const hosts = environments
          .filter(({ id }) => plan.value.environmentIds.includes(id))
          .map(secretHost);
        return ok(importQuestion(plan.value, [...new Set(hosts)]));
      }),
      act: whileOpen(async ({ imports, session }, { choices }) => {
        const plan = imports.plan(choices);
        if (!plan.ok) return plan;
        const done = await imports.apply(choices);
        if (!done.ok) return done;
        for (const { id } of plan.value.replaced) {
          const credential = findById(session, id);
          if (credential?.environmentId === 'practice') practice.register(session, credential);
        }
        await practice.open(session);
        return done;
      }),
    },
    importEnd() {
      const open = vaultSession.services();
      if (open.ok) open.value.imports.end();
      return ok('done');
    },
    async vaultCopySave() {
      const open = vaultSession.services();
      const vault = vaultSession.opened();
      if (!open.ok || vault === null) return fail({ code: 'vault_locked' });
      const name = `strongroom-copy-${day(ports.nowMs())}.vault`;
      const file = await dialogs.chooseSave(transferTitles.copy, name, 'never');
      if (file === null) return ok('cancelled');
      const copy = await vault.sealedCopy();
      if (!copy.ok) return copy;
      const saved = await saveSealedCopy(file, copy.value);
      if (!saved.ok) return saved;
      ports.saved.note(file);
      recordEvent(open.value, 'vault_copied');
      return ok({ bytes: copy.value.length });
    },
    async inventoryExport({ format }) {
      const open = vaultSession.services();
      if (!open.ok) return open;
      const name = `strongroom-inventory-${day(ports.nowMs())}.${format}`;
      const file = await dialogs.chooseSave(transferTitles.inventory, name);
      if (file === null) return ok('cancelled');
      const asked = vaultSession.services();
      if (!asked.ok) return asked;
      await asked.value.uses.finished();
      const still = vaultSession.services();
      if (!still.ok) return still;
      const { session } = still.value;
      const { uses, dues } = still.value;
      const { findings } = await healthOf(still.value, ports);
      const contents = session.vault.contents();
      const sources = {
        contents,
        stateOf: (token: (typeof contents.tokens)[number]) => stateOf(session, contents, token),
        isLive: (token: (typeof contents.tokens)[number]) => isLive(session, contents, token),
        leftMs: session.expiries.remainingMs,
        nowMs: ports.nowMs(),
        version: ports.version,
        careOf: (credential: (typeof contents.credentials)[number]) => ({
          lastUsedAtMs: lastUsedMs(uses.of(credential.id)),
          validUntilMs: validUntilMsOf(credential),
          dueAtMs: dues.of(credential)?.atMs ?? null,
          health: findings.get(credential.id) ?? [],
        }),
      };
      const parts = await (format === 'csv' ? inventoryCsv(sources) : inventoryJson(sources));
      const clean = await checkExport(session, still.value.texts, [parts]);
      if (!clean.ok) return clean;
      const saved = await saveExport(file, encoded(parts));
      if (!saved.ok) return saved;
      ports.saved.note(file);
      recordEvent(still.value, 'inventory_exported', format);
      const kept = contents.credentials.filter(({ ephemeral }) => ephemeral !== true);
      return ok({ credentials: kept.length });
    },
  };
}

function recordEvent(
  { session }: SessionServices,
  what: 'vault_copied' | 'inventory_exported',
  word?: string,
): void {
  const { credentials } = session.vault.contents();
  const count = credentials.filter(({ ephemeral }) => ephemeral !== true).length;
  const more = word === undefined ? {} : { word };
  session.recordEvent({ what, atMs: session.clock.nowMs(), by: 'person', count, ...more });
}

function* encoded(parts: readonly string[]): Generator<Buffer> {
  for (const part of parts) yield Buffer.from(part, 'utf8');
}

/** In UTC, as every time in a file name here. */
const day = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
