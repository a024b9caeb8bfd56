// The contract's calls about imports and exports, and what main asks before an import. Files are chosen in main's own dialogs: no path and no
// text of a file reaches the page. Where the plain file lies is said in main's question alone.
import path from 'node:path';
import { counted } from '../../shared/counts.ts';
import { withoutUnseen } from '../../shared/one-line.ts';
import type { ImportSource } from '../../shared/import-export/import-view.ts';
import { lastUsedMs } from '../../shared/health/secret-due.ts';
import { validUntilMsOf } from '../domain/secret-age.ts';
import { healthOf } from '../health/health.ipc.ts';
import { fail, mapped, ok, type Outcome } from '../domain/result.ts';
import { readSmallFile } from '../secret-input/small-file.ts';
import type { SecretInput } from '../secret-input/secret-input.ts';
import type { Dialogs, Question } from '../secret-input/ports.ts';
import type { PracticeClients } from '../credentials/credentials.ipc.ts';
import type { LastUses } from '../health/last-uses.ts';
import { secretDue } from '../health/secret-dues.ts';
import { credentialById, type OpenSession } from '../tokens/open-session.ts';
import { PRACTICE_ENVIRONMENT_ID } from '../domain/ids.ts';
import { isLive } from '../domain/token-life.ts';
import { stateOf } from '../tokens/ledger/housekeeping.ts';
import { checkExport } from '../secret-scan/secret-scan.ts';
import type { ImportOrigin, ImportPlan, Imports } from './imports.ts';
import { inventoryCsv, inventoryJson, type InventorySources } from './inventory.ts';
import { saveExport, saveSealedCopy } from '../vault/exported-file.ts';
import type { HandlerParts } from '../ipc/handler-parts.ts';
import { secretHost } from '../domain/place-words.ts';
import { ifOpen, whileOpen } from '../ipc/while-open.ts';

const titles = {
  take: 'Import keys',
  copy: 'Save an encrypted copy of the vault',
  inventory: 'Export the inventory',
} as const;

interface Open {
  readonly session: OpenSession;
  readonly imports: Imports;
  readonly uses: LastUses;
}

type Parts = HandlerParts<Open> & { readonly practice: PracticeClients };

/** Of a file that credentials are read from: collections with saved answers are large. */
const MAX_IMPORT_BYTES = 4 * 1024 * 1024;

interface Taken {
  readonly bytes: Buffer;
  readonly origin: ImportOrigin;
}

export function transferHandlers(parts: Parts) {
  const { vaultSession, dialogs, practice, secretInput } = parts;
  return {
    importEnd: ifOpen(vaultSession, ({ imports }) => imports.end()),
    ...whileOpen(vaultSession, {
      async importTake({ imports }, { source }) {
        const { sheet } = imports;
        const taken = await take(source, parts);
        if (!taken.ok) return taken;
        if (taken.value === 'cancelled') return ok('cancelled');
        // The sheet was closed meanwhile, or the session is another: nobody would ever end this one.
        if (sheet.aborted) return mapped(vaultSession.services(), () => 'cancelled' as const);
        const begun = imports.begin(taken.value.bytes, taken.value.origin);
        if (begun.ok && source === 'clipboard') await secretInput.kept();
        if (begun.ok) return begun;
        const { code, facts } = begun.failure;
        // The preview of the file before may stand above: the failure says which one it is about.
        return fail({ code, facts: { ...facts, file: taken.value.origin.fileName } });
      },
      importApply: {
        ask({ imports, session }, { choices }) {
          const plan = imports.plan(choices);
          if (!plan.ok) return plan;
          const { environments } = session.vault.contents();
          const hosts = environments
            .filter(({ id }) => plan.value.environmentIds.includes(id))
            .map(secretHost);
          return ok(importQuestion(plan.value, [...new Set(hosts)]));
        },
        async act({ imports, session }, { choices }) {
          const plan = imports.plan(choices);
          if (!plan.ok) return plan;
          const done = await imports.apply(choices);
          if (!done.ok) return done;
          for (const { id } of plan.value.replaced) {
            const credential = credentialById(session, id);
            if (credential?.environmentId === PRACTICE_ENVIRONMENT_ID)
              practice.register(session, credential);
          }
          await practice.open(session);
          return done;
        },
      },
      async vaultCopySave({ session }) {
        const vault = vaultSession.opened();
        if (vault === null) return fail({ code: 'vault_locked' });
        const name = `strongroom-copy-${day(parts.nowMs())}.vault`;
        const file = await dialogs.chooseSave(titles.copy, name, 'never');
        if (file === null) return ok('cancelled');
        const copy = await vault.sealedCopy();
        if (!copy.ok) return copy;
        const saved = await saveSealedCopy(file, copy.value);
        if (!saved.ok) return saved;
        parts.saved.note(file);
        const count = session.vault.contents().credentials.length;
        session.recordEvent({ what: 'vault_copied', count });
        return ok({ bytes: copy.value.length });
      },
      async inventoryExport(_open, { format }) {
        const name = `strongroom-inventory-${day(parts.nowMs())}.${format}`;
        const file = await dialogs.chooseSave(titles.inventory, name);
        if (file === null) return ok('cancelled');
        const asked = vaultSession.services();
        if (!asked.ok) return asked;
        await asked.value.uses.finished();
        const still = vaultSession.services();
        if (!still.ok) return still;
        const { session } = still.value;
        const sources = await inventorySources(parts, still.value);
        const inventory = format === 'csv' ? inventoryCsv(sources) : inventoryJson(sources);
        const clean = await checkExport(session, [inventory]);
        if (!clean.ok) return clean;
        const saved = await saveExport(file, Buffer.from(inventory));
        if (!saved.ok) return saved;
        parts.saved.note(file);
        const count = sources.contents.credentials.length;
        session.recordEvent({ what: 'inventory_exported', count, word: format });
        return ok({ credentials: count });
      },
    }),
  };
}

async function take(
  source: ImportSource,
  { secretInput, dialogs }: { readonly secretInput: SecretInput; readonly dialogs: Dialogs },
): Outcome<Taken | 'cancelled'> {
  if (source === 'clipboard') {
    const pasted = await secretInput.takePasted();
    if (!pasted.ok) return pasted;
    if (pasted.value === 'cancelled') return ok('cancelled');
    const bytes = pasted.value.use((inside) => Buffer.from(inside));
    pasted.value.wipe();
    return ok({ bytes, origin: { source, fileName: '', path: null } });
  }
  const file = await dialogs.chooseFile(titles.take);
  if (file === null) return ok('cancelled');
  // SECURITY(S27): a small regular file, never through a link.
  const read = await readSmallFile(file, MAX_IMPORT_BYTES);
  if (!read.ok) {
    const isLarge = read.failure.code === 'too_large';
    return isLarge ? fail({ code: 'too_large', facts: { about: 'import' } }) : read;
  }
  const fileName = path.basename(file).slice(0, 255);
  return ok({ bytes: read.value, origin: { source, fileName, path: file } });
}

async function inventorySources(parts: Parts, open: Open): Promise<InventorySources> {
  const { session, uses } = open;
  const { findings } = healthOf(open, parts);
  const contents = session.vault.contents();
  return {
    contents,
    stateOf: (token) => stateOf(session, contents, token),
    isLive: (token) => isLive(session, contents, token),
    leftMs: (token) => session.expiries.remainingMs(token),
    nowMs: parts.nowMs(),
    version: parts.version,
    careOf: (credential) => ({
      lastUsedAtMs: lastUsedMs(uses.of(credential.id)),
      validUntilMs: validUntilMsOf(credential),
      dueAtMs: secretDue(session, credential)?.atMs ?? null,
      health: findings.get(credential.id) ?? [],
    }),
  };
}

/** In UTC, as every time in a file name here. */
const day = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

function importQuestion(
  { origin, added, replaced }: ImportPlan,
  hosts: readonly string[],
): Question {
  const parts = [
    ...(added === 0 ? [] : [`import ${counted(added, 'key')}`]),
    ...(replaced.length === 0 ? [] : [`replace ${counted(replaced.length, 'client secret')}`]),
  ].join(' and ');
  const plain =
    origin.path === null
      ? 'Where the text was copied from still holds the secrets in the clear.'
      : `The file still holds the secrets in the clear, and is not deleted: ${withoutUnseen(origin.path)}`;
  const destroyed =
    replaced.length === 0
      ? ''
      : `The stored secrets of ${listed(replaced.map(({ label }) => label))} are destroyed. A server ` +
        'that no longer knows an old secret may refuse to revoke its tokens. ';
  const button = `${parts.charAt(0).toUpperCase()}${parts.slice(1)}`;
  return {
    message: `${button}?`,
    detail: `The secrets are sent to ${hosts.join(' and ')}. ${destroyed}All of it is saved together, or nothing. ${plain}`,
    choices: [button],
    serious: replaced.length > 0,
  };
}

/** The first few names, and how many more. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}
