// What the window may see of the rows that were read, and where they meet what is in the vault: the same
// client, or the same secret. Secrets are compared here, in main's memory, and are in nothing of it.
import {
  importLimits,
  importNotes,
  type ImportDraftView,
  type ImportNote,
  type ImportRowView,
} from '../../shared/import-export/import-view.ts';
import type { Credential } from '../domain/credential.ts';
import type { Environment } from '../domain/environment.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { sameName } from '../environments/environments.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import { isSameSecret } from './merge-same.ts';
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
  const meetings = meetingsOf(session, rows);
  const views = rows.map((row, index) => rowView(session, meetings, row, index));
  return { source, fileName, format, rows: views, leftOut: [...leftOut] };
}

/** Credentials of the vault and rows of the file by what they may have in common: either may be many. */
interface Meetings {
  readonly fingerprints: readonly string[];
  readonly byClient: ReadonlyMap<string, readonly Credential[]>;
  readonly byFingerprint: ReadonlyMap<string, readonly Credential[]>;
  readonly rowsByClient: ReadonlyMap<string, readonly number[]>;
  readonly rowsByFingerprint: ReadonlyMap<string, readonly number[]>;
  readonly rows: readonly ReadRow[];
}

function meetingsOf(session: OpenSession, rows: readonly ReadRow[]): Meetings {
  const fingerprints = rows.map(({ secret }) =>
    secret === null ? '' : session.vault.fingerprint(secret),
  );
  const { credentials } = session.vault.contents();
  const indexes = rows.map((_, index) => index);
  return {
    rows,
    fingerprints,
    byClient: Map.groupBy(credentials, ({ clientId }) => clientId),
    byFingerprint: Map.groupBy(credentials, ({ secretFingerprint }) => secretFingerprint),
    rowsByClient: Map.groupBy(indexes, (index) => rows[index]?.clientId ?? ''),
    rowsByFingerprint: Map.groupBy(indexes, (index) => fingerprints[index] ?? ''),
  };
}

function rowView(
  session: OpenSession,
  meetings: Meetings,
  row: ReadRow,
  index: number,
): ImportRowView {
  const fingerprint = meetings.fingerprints[index] ?? '';
  const isStranger = ({ clientId }: Pick<Credential, 'clientId'>): boolean =>
    row.clientId === '' || clientId !== row.clientId;
  const shown = (each: Credential) => ({
    credentialId: each.id,
    label: each.label,
    environmentId: each.environmentId,
    sameSecret: row.secret !== null && hasSecret(session, each, row.secret, fingerprint),
  });
  const others = (found: ReadonlyMap<string, readonly number[]>, key: string): number[] =>
    key === '' ? [] : (found.get(key) ?? []).filter((other) => other !== index);
  const clients = row.clientId === '' ? [] : (meetings.byClient.get(row.clientId) ?? []);
  const holders = (
    fingerprint === '' ? [] : (meetings.byFingerprint.get(fingerprint) ?? [])
  ).filter(isStranger);
  const beyond = (met: readonly Credential[]): number =>
    Math.max(0, met.length - importLimits.meetings);
  const { environments } = session.vault.contents();
  return {
    row: index,
    line: row.place.line,
    more: row.more,
    label: row.label,
    clientId: row.clientId,
    hosts: [...row.hosts],
    environmentName: row.environmentName,
    ...environmentOf(session, environments, row),
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
    known: clients.slice(0, importLimits.meetings).map(shown),
    secretOf: holders
      .slice(0, importLimits.meetings)
      .map(shown)
      .filter(({ sameSecret }) => sameSecret),
    moreKnown: beyond(clients) + beyond(holders),
    sameClient: others(meetings.rowsByClient, row.clientId),
    sameSecret: others(meetings.rowsByFingerprint, fingerprint).filter((other) => {
      const found = meetings.rows[other];
      if (found === undefined || !isStranger(found)) return false;
      return row.secret !== null && found.secret !== null && isSameSecret(row.secret, found.secret);
    }),
  };
}

/** Fingerprints are short: equal ones are compared byte by byte. */
export function hasSecret(
  session: OpenSession,
  { id, secretFingerprint }: Credential,
  secret: SecretBytes,
  fingerprint: string,
): boolean {
  if (secretFingerprint !== fingerprint) return false;
  const name = { id, field: 'client_secret' as const };
  // What a command prints is not here to be compared: its fingerprint is.
  if (!session.vault.hasRecord(name)) return true;
  const stored = session.vault.openRecord(name);
  if (!stored.ok) return false;
  const isSame = isSameSecret(stored.value, secret);
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

/** Characters of UTF-8: every byte that does not go on with another one. */
function charactersOf(bytes: Buffer): number {
  let characters = 0;
  for (const byte of bytes) if ((byte & 0xc0) !== 0x80) characters += 1;
  return characters;
}
