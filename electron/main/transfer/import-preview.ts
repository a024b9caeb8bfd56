// What the window may see of the rows that were read, and where they meet what is in the vault: the same
// client, or the same secret. Secrets are compared here, in main's memory, and are in nothing of it.
import {
  importNotes,
  type ImportDraftView,
  type ImportNote,
  type ImportRowView,
} from '../../shared/import-view.ts';
import type { Credential } from '../domain/credential.ts';
import type { Environment } from '../domain/environment.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { sameName } from '../registry/environments.ts';
import type { Room } from '../tokens/room.ts';
import { isSameSecret } from './merge-same.ts';
import type { ReadImport, ReadRow } from './read-import.ts';

/** Notes that keep a row from being imported. */
const BLOCKING: ReadonlySet<ImportNote> = new Set(importNotes.slice(0, 3));

export const isImportable = (row: ReadRow): boolean =>
  row.secret !== null && !row.notes.some((note) => BLOCKING.has(note));

export function importPreview(
  room: Room,
  { format, rows }: ReadImport,
  from: Pick<ImportDraftView, 'source' | 'fileName'>,
): ImportDraftView {
  // Named one by one: where the file lies stays in main.
  const { source, fileName } = from;
  return {
    source,
    fileName,
    format,
    rows: rows.map((row, index) => rowView(room, rows, row, index)),
  };
}

function rowView(room: Room, rows: readonly ReadRow[], row: ReadRow, index: number): ImportRowView {
  const { credentials, environments } = room.vault.contents();
  const fingerprint = row.secret === null ? '' : room.vault.fingerprint(row.secret);
  const othersWhere = (isOne: (other: ReadRow) => boolean): number[] =>
    rows.flatMap((other, at) => (at !== index && isOne(other) ? [at] : []));
  const isSameClient = (clientId: string): boolean =>
    row.clientId !== '' && clientId === row.clientId;
  const hasSame = (other: ReadRow): boolean =>
    row.secret !== null && other.secret !== null && isSameSecret(row.secret, other.secret);
  const known = credentials.map((each) => ({
    each,
    sameSecret: row.secret !== null && hasSecret(room, each, row.secret, fingerprint),
  }));
  const shown = ({ each, sameSecret }: (typeof known)[number]) => ({
    credentialId: each.id,
    label: each.label,
    environmentId: each.environmentId,
    sameSecret,
  });
  return {
    row: index,
    line: row.place.line,
    more: row.more,
    label: row.label,
    clientId: row.clientId,
    hosts: [...row.hosts],
    environmentName: row.environmentName,
    ...environmentOf(room, environments, row),
    accessType: row.accessType,
    accessReason: row.accessReason,
    scopes: [...row.scopes],
    permission: row.permission,
    ownerAccount: row.ownerAccount,
    tags: [...row.tags],
    secret: {
      standing: row.standing,
      characters: row.secret?.use(charactersOf) ?? 0,
      fingerprint,
      placeholder: row.placeholder,
    },
    notes: [...row.notes],
    importable: isImportable(row),
    known: known.filter(({ each }) => isSameClient(each.clientId)).map(shown),
    secretOf: known
      .filter(({ each, sameSecret }) => sameSecret && !isSameClient(each.clientId))
      .map(shown),
    sameClient: othersWhere((other) => isSameClient(other.clientId)),
    sameSecret: othersWhere((other) => !isSameClient(other.clientId) && hasSame(other)),
  };
}

/** Fingerprints are short: equal ones are compared byte by byte. */
export function hasSecret(
  room: Room,
  { id, secretFingerprint }: Credential,
  secret: SecretBytes,
  fingerprint: string,
): boolean {
  if (secretFingerprint !== fingerprint) return false;
  const stored = room.vault.openRecord({ id, field: 'client_secret' });
  if (!stored.ok) return false;
  const isSame = isSameSecret(stored.value, secret);
  stored.value.wipe();
  return isSame;
}

/** By an address of its own, else by its name. Two that fit are none. */
function environmentOf(
  room: Room,
  environments: readonly Environment[],
  row: ReadRow,
): Pick<ImportRowView, 'environmentId' | 'environmentReason'> {
  const byHost = environments.filter((each) => {
    const target = room.targetOf(each);
    const hosts = [target?.baseUrl ?? each.baseUrl, target?.tradeUrl ?? each.tradeUrl].map(
      (url) => URL.parse(url)?.host,
    );
    return row.hosts.some((host) => hosts.includes(host));
  });
  const [host] = byHost;
  if (byHost.length === 1 && host !== undefined) {
    return { environmentId: host.id, environmentReason: 'host' };
  }
  const named = environments.find(({ name }) => sameName(name, row.environmentName));
  if (named === undefined || row.hosts.length > 0) {
    return { environmentId: null, environmentReason: null };
  }
  return { environmentId: named.id, environmentReason: 'name' };
}

/** Characters of UTF-8: every byte that does not go on with another one. */
function charactersOf(bytes: Buffer): number {
  let characters = 0;
  for (const byte of bytes) if ((byte & 0xc0) !== 0x80) characters += 1;
  return characters;
}
