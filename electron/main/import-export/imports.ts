// One import at a time, in memory alone until the person chose: read, previewed, then saved in one change
// of the vault or not at all. Forgotten when it is saved, closed, or the vault is locked.
import type {
  ImportChoice,
  ImportDone,
  ImportDraftView,
  ImportSource,
} from '../../shared/import-export/import-view.ts';
import { gone } from '../../shared/failures/failure.ts';
import type { Credential } from '../domain/credential.ts';
import type { EnvironmentId } from '../domain/ids.ts';
import { fail, ok, type Result, type Outcome } from '../domain/result.ts';
import { openRotation } from '../domain/rotation.ts';
import {
  newCredential,
  obstacleToBatch,
  saveBatch,
  type CredentialBatch,
  type NewCredential,
} from '../credentials/credentials.ts';
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
  readonly added: number;
  /** Credentials whose stored secret would be destroyed. */
  readonly replaced: readonly Credential[];
  /** Whose base addresses the secrets are sent to, each once. */
  readonly environmentIds: readonly EnvironmentId[];
}

interface Held {
  readonly read: ReadImport;
  readonly origin: ImportOrigin;
}

export class Imports {
  readonly #session: OpenSession;
  #held: Held | null = null;
  #sheet = new AbortController();
  #isSaving = false;

  constructor(session: OpenSession) {
    this.#session = session;
    // At lock and quit.
    session.closing.addEventListener('abort', () => this.end());
  }

  /**
   * Takes the place of the import before, once it is read. `in_use` while another is being saved, or
   * why it cannot be read.
   */
  begin(bytes: Buffer, origin: ImportOrigin): Result<ImportDraftView> {
    if (this.#isSaving) return fail({ code: 'in_use', facts: { about: 'call' } });
    const read = readImport(bytes, origin.fileName);
    // The one before stays where this one cannot be read: the window shows it still, with what was chosen.
    if (!read.ok) return read;
    this.#held = { read: read.value, origin };
    return ok(importPreview(this.#session, read.value, origin));
  }

  plan(choices: readonly ImportChoice[]): Result<ImportPlan> {
    const held = this.#held;
    const batch = this.#batchOf(choices);
    if (!batch.ok) return batch;
    if (held === null) return fail(gone('preview'));
    const { credentials } = this.#session.vault.contents();
    const ids = new Set(batch.value.replace.map(({ id }) => id));
    const replaced = credentials.filter(({ id }) => ids.has(id));
    const owners = [...batch.value.add.map(({ credential }) => credential), ...replaced];
    return ok({
      origin: held.origin,
      added: batch.value.add.length,
      replaced,
      environmentIds: [...new Set(owners.map(({ environmentId }) => environmentId))],
    });
  }

  /** All or nothing, in one save. The import is over once it succeeded. */
  async apply(choices: readonly ImportChoice[]): Outcome<ImportDone> {
    if (this.#isSaving) return fail({ code: 'in_use', facts: { about: 'call' } });
    const mine = this.#held;
    const batch = this.#batchOf(choices);
    if (!batch.ok) return batch;
    this.#isSaving = true;
    const saved = await saveBatch(this.#session, batch.value).finally(() => {
      this.#isSaving = false;
      for (const { secret } of [...batch.value.add, ...batch.value.replace]) secret.wipe();
    });
    if (!saved.ok) return saved;
    if (this.#held === mine) this.#held = null;
    const done = { added: batch.value.add.length, replaced: batch.value.replace.length };
    this.#session.recordEvent({
      what: 'credentials_imported',
      word: mine?.origin.source ?? 'file',
      count: done.added + done.replaced,
    });
    return ok(done);
  }

  /** Takes it out of memory. */
  end(): void {
    this.#sheet.abort();
    this.#sheet = new AbortController();
    this.#held = null;
  }

  /** Aborted as it is ended: what is read meanwhile for an earlier one is nobody's. */
  get sheet(): AbortSignal {
    return this.#sheet.signal;
  }

  #batchOf(choices: readonly ImportChoice[]): Result<CredentialBatch> {
    if (this.#held === null) return fail(gone('preview'));
    const { rows } = this.#held.read;
    const session = this.#session;
    const chosen = new Set(choices.map(({ row }) => row));
    if (choices.length === 0 || chosen.size !== choices.length)
      return fail({ code: 'invalid_input' });
    const add: CredentialBatch['add'][number][] = [];
    const replace: CredentialBatch['replace'][number][] = [];
    for (const choice of choices) {
      const row = rows[choice.row];
      if (row?.secret == null || !isImportable(row)) {
        return unfit(`line ${row?.place.line ?? 0}`);
      }
      if (choice.way === 'add') {
        const secret = secretBytesOf(row.secret);
        add.push({ credential: newCredential(session, askedIn(row, choice), secret), secret });
        continue;
      }
      const target = targetOf(session, row, choice);
      if (!target.ok) return target;
      const { id, label } = target.value;
      if (replace.some((each) => each.id === id)) return unfit(unclear(label));
      replace.push({ id, secret: secretBytesOf(row.secret) });
    }
    const obstacle = obstacleToBatch(session, { add, replace });
    return obstacle === null ? ok({ add, replace }) : fail(obstacle);
  }
}

const unfit = (about: string): Result<never> =>
  fail({ code: 'import_row_unfit', facts: { about } });
const unclear = (label: string): string => `${label}: whose secret it would replace is not clear`;

function askedIn(row: ReadRow, choice: ImportChoice): NewCredential {
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
function targetOf(session: OpenSession, row: ReadRow, choice: ImportChoice): Result<Credential> {
  const { credentials, rotations } = session.vault.contents();
  const found = credentials.filter(
    ({ clientId, environmentId }) =>
      clientId === row.clientId && environmentId === choice.environmentId,
  );
  const [only] = found;
  if (
    only === undefined ||
    found.length > 1 ||
    row.secret === null ||
    openRotation(rotations, only.id) !== undefined ||
    // SECURITY(S45): no file takes the place of a command, nor sets one.
    only.secretCommand !== undefined
  ) {
    return unfit(unclear(choice.label));
  }
  return hasSecret(session, only, row.secret)
    ? unfit(`${only.label} has this secret already`)
    : ok(only);
}
