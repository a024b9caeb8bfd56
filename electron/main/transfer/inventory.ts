// The inventory: what credentials there are, without anything that could be used. Each field is named
// here one by one; a field that is not named is not in it (columns: README, "Export").
import type { TokenState } from '../../shared/words.ts';
import type { Credential } from '../domain/credential.ts';
import type { Environment } from '../domain/environment.ts';
import type { Token } from '../domain/token.ts';
import type { VaultContents } from '../vault/vault.ts';

export interface InventorySources {
  readonly contents: Pick<VaultContents, 'environments' | 'credentials' | 'tokens' | 'renewals'>;
  readonly stateOf: (token: Token) => TokenState;
  readonly isLive: (token: Token) => boolean;
  /** Null where nobody knows. */
  readonly leftMs: (token: Token) => number | null;
  readonly nowMs: number;
  /** Version of the app. */
  readonly version: string;
}

/** In the order of the columns. Times are ISO 8601 in UTC. */
export interface InventoryRow {
  readonly label: string;
  readonly client_id: string;
  readonly access_type: string;
  readonly environment: string;
  readonly environment_kind: string;
  readonly base_url: string;
  readonly trade_url: string;
  readonly scopes: readonly string[];
  readonly permission: string;
  readonly owner: string;
  readonly tags: readonly string[];
  readonly created_at: string;
  readonly secret_set_at: string;
  /** Under the vault's key, as the app shows it: says nothing about the secret. */
  readonly secret_fingerprint: string;
  readonly live_tokens: number;
  /** When the last of them ends; empty where there is none, or nobody knows. */
  readonly last_token_ends_at: string;
  readonly renewal: 'on' | 'off';
}

export const inventoryColumns = [
  'label',
  'client_id',
  'access_type',
  'environment',
  'environment_kind',
  'base_url',
  'trade_url',
  'scopes',
  'permission',
  'owner',
  'tags',
  'created_at',
  'secret_set_at',
  'secret_fingerprint',
  'live_tokens',
  'last_token_ends_at',
  'renewal',
] as const satisfies readonly (keyof InventoryRow)[];

/** What was promised never to be written is in no file. */
function kept({ contents }: InventorySources): readonly Credential[] {
  return contents.credentials.filter(({ unkept }) => unkept !== true);
}

export function inventoryRows(sources: InventorySources): readonly InventoryRow[] {
  const { environments } = sources.contents;
  return kept(sources).map((credential) => {
    const environment = environments.find(({ id }) => id === credential.environmentId);
    return row(sources, credential, environment);
  });
}

function row(
  { contents, isLive, leftMs, nowMs }: InventorySources,
  credential: Credential,
  environment: Environment | undefined,
): InventoryRow {
  const live = contents.tokens.filter(
    (token) => token.credentialId === credential.id && isLive(token),
  );
  const ends = live.flatMap((token) => leftMs(token) ?? []);
  const isRenewed = contents.renewals.some(
    ({ credentialId, stoppedAtMs }) => credentialId === credential.id && stoppedAtMs === null,
  );
  return {
    label: credential.label,
    client_id: credential.clientId,
    access_type: credential.accessType,
    environment: environment?.name ?? '',
    environment_kind: environment?.kind ?? '',
    base_url: environment?.baseUrl ?? '',
    trade_url: environment?.tradeUrl ?? '',
    scopes: [...credential.registeredScopes],
    permission: credential.permission ?? '',
    owner: credential.ownerAccount,
    tags: [...credential.tags],
    created_at: iso(credential.createdAtMs),
    secret_set_at: iso(credential.secretSetAtMs),
    secret_fingerprint: credential.secretFingerprint,
    live_tokens: live.length,
    last_token_ends_at:
      ends.length === 0 ? '' : iso(nowMs + ends.reduce((most, each) => Math.max(most, each))),
    renewal: isRenewed ? 'on' : 'off',
  };
}

/** One line for each credential, RFC 4180, UTF-8 with a byte order mark so that spreadsheets know it. */
export function inventoryCsv(rows: readonly InventoryRow[]): string {
  const lines = rows.map((each) => inventoryColumns.map((name) => cell(textOf(each[name]))));
  return `\ufeff${[[...inventoryColumns], ...lines].map((line) => `${line.join(',')}\r\n`).join('')}`;
}

const textOf = (value: InventoryRow[keyof InventoryRow]): string =>
  typeof value === 'object' ? value.join(' ') : String(value);

/**
 * SECURITY(S27): a spreadsheet runs what begins with one of these signs as a formula; after an apostrophe
 * it is text. Import takes the apostrophe away again.
 */
function cell(text: string): string {
  const guarded = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text;
  return /[",;\r\n\t']|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** The same rows as one JSON object, and each token by fingerprint. Ends with a line feed. */
export function inventoryJson(sources: InventorySources, rows: readonly InventoryRow[]): string {
  const { tokens } = sources.contents;
  const credentials = kept(sources);
  const listed = rows.map((each, index) => ({
    ...each,
    tokens: tokens
      .filter(({ credentialId }) => credentialId === credentials[index]?.id)
      .map((token) => ({
        fingerprint: token.fingerprint,
        state: sources.stateOf(token),
        scopes: token.grantedScopes ?? token.requestedScopes,
        asked_at: iso(token.sentAtMs),
        ends_at: endOf(sources, token),
      })),
  }));
  const inventory = {
    inventory: 'strongroom-inventory',
    format: 1,
    app: `Strongroom ${sources.version}`,
    made_at: iso(sources.nowMs),
    credentials: listed,
  };
  return `${JSON.stringify(inventory, null, 1)}\n`;
}

function endOf({ leftMs, nowMs }: InventorySources, token: Token): string {
  const left = leftMs(token);
  return left === null ? '' : iso(nowMs + left);
}

const iso = (atMs: number): string => new Date(atMs).toISOString();
