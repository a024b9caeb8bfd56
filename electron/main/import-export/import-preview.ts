// What the window may see of the rows that were read, and where they meet what is in the vault: the same
// client, or the same secret. Secrets are compared here, in main's memory, and are in nothing of it.
import {
  importLimits,
  importNotes,
  type ImportDraftView,
  type ImportNote,
  type ImportRowView,
} from '../../shared/import-export/import-view.ts';
import { sameName } from '../../shared/one-line.ts';
import type { Credential } from '../domain/credential.ts';
import type { Environment } from '../domain/environment.ts';
import { SecretBytes } from '../domain/secret-bytes.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import type { ReadImport, ReadRow } from './read-import.ts';

/** Notes that keep a row from being imported. */
const BLOCKING: ReadonlySet<ImportNote> = new Set(importNotes.slice(0, 3));

export const isImportable = (row: ReadRow): boolean =>
  row.secret !== null && !row.notes.some((note) => BLOCKING.has(note));

/** @param from named one by one in the view: where the file lies stays in main. */
export function importPreview(
  session: OpenSession,
  { format, rows, leftOut }: ReadImport,
  from: Pick<ImportDraftView, 'source' | 'fileName'>,
): ImportDraftView {
  const { source, fileName } = from;
  const fingerprints = rows.map(({ secret }) => fingerprintOf(session, secret));
  const views = rows.map((_, index) => rowView(session, rows, fingerprints, index));
  return { source, fileName, format, rows: views, leftOut: [...leftOut] };
}

export const secretBytesOf = (secret: string): SecretBytes => SecretBytes.take(Buffer.from(secret));

/** Empty where there is no secret. */
function fingerprintOf({ vault }: OpenSession, secret: string | null): string {
  if (secret === null) return '';
  const bytes = secretBytesOf(secret);
  const fingerprint = vault.fingerprint(bytes);
  bytes.wipe();
  return fingerprint;
}

function rowView(
  session: OpenSession,
  rows: readonly ReadRow[],
  fingerprints: readonly string[],
  index: number,
): ImportRowView {
  const row = rows[index] as ReadRow;
  // SECURITY(S27): what is taken out here is shown nowhere; the contract refuses what it does not name.
  const { secret, standing, placeholder, place, more, at: _at, ...found } = row;
  const fingerprint = fingerprints[index] ?? '';
  const isOfClient = ({ clientId }: Pick<Credential, 'clientId'>): boolean =>
    row.clientId !== '' && clientId === row.clientId;
  const isSecretOf = (each: Credential): boolean =>
    secret !== null && each.secretFingerprint === fingerprint && hasSecret(session, each, secret);
  const shown = (each: Credential) => ({
    credentialId: each.id,
    label: each.label,
    environmentId: each.environmentId,
    sameSecret: isSecretOf(each),
  });
  const others = (isMet: (other: ReadRow) => boolean): number[] =>
    [...rows.keys()].filter((other) => other !== index && isMet(rows[other] as ReadRow));
  const { credentials, environments } = session.vault.contents();
  const clients = credentials.filter(isOfClient);
  const holders = credentials.filter((each) => !isOfClient(each) && isSecretOf(each));
  const most = importLimits.meetings;
  return {
    ...found,
    ...environmentOf(session, environments, row),
    row: index,
    line: place.line,
    more,
    secret: {
      standing,
      characters: Array.from(secret ?? '').length,
      fingerprint,
      placeholder,
    },
    importable: isImportable(row),
    known: clients.slice(0, most).map(shown),
    secretOf: holders.slice(0, most).map(shown),
    moreKnown: Math.max(0, clients.length - most) + Math.max(0, holders.length - most),
    sameClient: others(isOfClient),
    sameSecret: others((other) => secret !== null && other.secret === secret && !isOfClient(other)),
  };
}

/** Fingerprints are short: where they are equal, so may the secrets be. */
export function hasSecret(
  session: OpenSession,
  { id, secretFingerprint }: Credential,
  secret: string,
): boolean {
  if (secretFingerprint !== fingerprintOf(session, secret)) return false;
  const name = { id, field: 'client_secret' as const };
  // What a command prints is not here to be compared: its fingerprint is.
  if (!session.vault.hasRecord(name)) return true;
  const stored = session.vault.openRecord(name);
  if (!stored.ok) return false;
  const isSame = stored.value.use((bytes) => bytes.equals(Buffer.from(secret)));
  stored.value.wipe();
  return isSame;
}

/** By an address of its own, else by its name. Two that fit are none. */
function environmentOf(
  session: OpenSession,
  environments: readonly Environment[],
  row: ReadRow,
): Pick<ImportRowView, 'environmentId' | 'environmentReason'> {
  const byHost = environments.filter((each) => {
    const target = session.targetOf(each);
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
