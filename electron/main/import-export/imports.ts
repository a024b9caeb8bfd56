// One import at a time, in memory alone until the person chose: read, previewed, then saved in one change
// of the vault or not at all. Forgotten when it is saved, closed, or the vault is locked.
import type {
  ImportChoice,
  ImportDone,
  ImportDraftView,
  ImportSource,
} from '../../shared/import-export/import-view.ts';
import { type Failure, gone } from '../../shared/failures/failure.ts';
import type { Credential } from '../domain/credential.ts';
import type { EnvironmentId } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { openRotation } from '../domain/rotation.ts';
import {
  obstacleToBatch,
  saveBatch,
  type CredentialBatch,
} from '../credentials/credential-batch.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import { hasSecret, importPreview, isImportable, secretBytesOf } from './import-preview.ts';
import { readImport, type ReadImport, type ReadRow } from './read-import.ts';

export interface ImportOrigin {
  readonly source: ImportSource;
  /** Without its folder; empty for the clipboard. */
  readonly fileName: string;
  /** Where the plain file lies; for main's own dialogs. Null for the clipboard. */
  readonly path: string | null;
}

/** What the chosen rows would do, checked against the vault as it is now. */
export interface ImportPlan {
  readonly origin: ImportOrigin;
  readonly added: readonly string[];
  /** Credentials whose stored secret would be destroyed. */
  readonly replaced: readonly Credential[];
  /** Whose base addresses the secrets are sent to, each once. */
  readonly environmentIds: readonly EnvironmentId[];
}

export interface Imports {
  /**
   * Takes the place of the import before, once it is read. `already_running` while another is being saved, or
   * why it cannot be read.
   */
  readonly begin: (bytes: Buffer, origin: ImportOrigin) => Result<ImportDraftView, Failure>;
  readonly plan: (choices: readonly ImportChoice[]) => Result<ImportPlan, Failure>;
  /** All or nothing, in one save. The import is over once it succeeded. */
  readonly apply: (choices: readonly ImportChoice[]) => Promise<Result<ImportDone, Failure>>;
  /** Takes it out of memory. */
  readonly end: () => void;
  /** How often it was ended: what is read meanwhile for an earlier one is nobody's. */
  readonly endings: () => number;
}

interface Held {
  readonly read: ReadImport;
  readonly origin: ImportOrigin;
}

export function createImports(session: OpenSession): Imports {
  let held: Held | null = null;
  let endings = 0;
  let isSaving = false;

  function end(): void {
    endings += 1;
    held = null;
  }
  // At lock and quit.
  session.closing.addEventListener('abort', end);

  function batchOf(
    { read }: Held,
    choices: readonly ImportChoice[],
  ): Result<CredentialBatch, Failure> {
    const rows = new Set(choices.map(({ row }) => row));
    if (choices.length === 0 || rows.size !== choices.length)
      return fail({ code: 'invalid_input' });
    const add: CredentialBatch['add'][number][] = [];
    const replace: CredentialBatch['replace'][number][] = [];
    for (const choice of choices) {
      const row = read.rows[choice.row];
      if (row?.secret == null || !isImportable(row)) {
        return fail({ code: 'import_row_unfit', facts: { about: `line ${row?.place.line ?? 0}` } });
      }
      if (choice.way === 'add') {
        add.push({ asked: newCredentialOf(row, choice), secret: secretBytesOf(row.secret) });
        continue;
      }
      const target = targetOf(session, row, choice);
      if (!target.ok) return target;
      if (replace.some(({ id }) => id === target.value.id)) {
        return fail({
          code: 'import_row_unfit',
          facts: { about: `${target.value.label}: whose secret it would replace is not clear` },
        });
      }
      replace.push({ id: target.value.id, secret: secretBytesOf(row.secret) });
    }
    const batch = { add, replace };
    const obstacle = obstacleToBatch(session, batch);
    return obstacle === null ? ok(batch) : fail(obstacle);
  }

  function prepared(choices: readonly ImportChoice[]): Result<CredentialBatch, Failure> {
    return held === null ? fail(gone('preview')) : batchOf(held, choices);
  }

  return {
    begin(bytes, origin) {
      if (isSaving) return fail({ code: 'already_running' });
      const read = readImport(bytes, origin.fileName);
      // The one before stays where this one cannot be read: the window shows it still, with what was chosen.
      if (!read.ok) return read;
      held = { read: read.value, origin };
      return ok(importPreview(session, read.value, origin));
    },
    plan(choices) {
      const batch = prepared(choices);
      if (!batch.ok) return batch;
      if (held === null) return fail(gone('preview'));
      const { credentials } = session.vault.contents();
      const ids = new Set(batch.value.replace.map(({ id }) => id));
      const replaced = credentials.filter(({ id }) => ids.has(id));
      const owners = [...batch.value.add.map(({ asked }) => asked), ...replaced];
      return ok({
        origin: held.origin,
        added: batch.value.add.map(({ asked }) => asked.label),
        replaced,
        environmentIds: [...new Set(owners.map(({ environmentId }) => environmentId))],
      });
    },
    async apply(choices) {
      if (isSaving) return fail({ code: 'already_running' });
      const batch = prepared(choices);
      if (!batch.ok) return batch;
      const mine = held;
      const source = mine?.origin.source ?? 'file';
      isSaving = true;
      const saved = await saveBatch(session, batch.value).finally(() => {
        isSaving = false;
        for (const { secret } of [...batch.value.add, ...batch.value.replace]) secret.wipe();
      });
      if (!saved.ok) return saved;
      if (held === mine) held = null;
      const done = { added: batch.value.add.length, replaced: batch.value.replace.length };
      session.recordEvent({
        what: 'credentials_imported',
        atMs: session.clock.nowMs(),
        by: 'person',
        word: source,
        count: done.added + done.replaced,
      });
      return ok(done);
    },
    end,
    endings: () => endings,
  };
}

function newCredentialOf(
  row: ReadRow,
  choice: ImportChoice,
): CredentialBatch['add'][number]['asked'] {
  return {
    label: choice.label,
    clientId: row.clientId,
    accessType: choice.accessType,
    environmentId: choice.environmentId as EnvironmentId,
    registeredScopes: choice.registeredScopes,
    permission: choice.permission,
    ownerAccount: row.ownerAccount,
    tags: row.tags,
  };
}

/** The one credential of this client in that environment, whose secret is another one. */
function targetOf(
  session: OpenSession,
  row: ReadRow,
  choice: ImportChoice,
): Result<Credential, Failure> {
  const { credentials, rotations } = session.vault.contents();
  const found = credentials.filter(
    ({ clientId, environmentId }) =>
      clientId === row.clientId && environmentId === choice.environmentId,
  );
  const [only] = found;
  const unclear = fail({
    code: 'import_row_unfit' as const,
    facts: { about: `${choice.label}: whose secret it would replace is not clear` },
  });
  if (only === undefined || found.length > 1) return unclear;
  if (openRotation(rotations, only.id) !== undefined) return unclear;
  if (row.secret === null) return unclear;
  // SECURITY(S45): no file takes the place of a command, nor sets one.
  if (only.secretCommand !== undefined) return unclear;
  if (!hasSecret(session, only, row.secret)) return ok(only);
  return fail({
    code: 'import_row_unfit',
    facts: { about: `${only.label} has this secret already` },
  });
}
