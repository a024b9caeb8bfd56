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
  /** What the health report says of it, and since when it was not used. */
  readonly careOf: (credential: Credential) => {
    readonly lastUsedAtMs: number | null;
    readonly validUntilMs: number | null;
    readonly dueAtMs: number | null;
    readonly health: readonly string[];
  };
}

/** In the order of the columns. Times are ISO 8601 in UTC. */
interface InventoryRow {
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
  readonly last_used_at: string;
  readonly secret_valid_until: string;
  readonly secret_due_at: string;
  /** Names of the rules of the health report that hold; none where all is well. */
  readonly health: readonly string[];
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
  'last_used_at',
  'secret_valid_until',
  'secret_due_at',
  'health',
] as const satisfies readonly (keyof InventoryRow)[];

/** Each credential that is kept, in the order of the vault, with its tokens. */
export function listed(
  sources: InventorySources,
): readonly { readonly row: InventoryRow; readonly tokens: readonly Token[] }[] {
  const { contents } = sources;
  // What was promised never to be written is in no file.
  const kept = contents.credentials.filter(({ ephemeral }) => ephemeral !== true);
  return kept.map((credential) => {
    const tokens = contents.tokens.filter(({ credentialId }) => credentialId === credential.id);
    const environment = contents.environments.find(({ id }) => id === credential.environmentId);
    const isRenewed = contents.renewals.some(
      ({ credentialId, stoppedAtMs, untilMs }) =>
        credentialId === credential.id &&
        stoppedAtMs === null &&
        (untilMs === null || untilMs > sources.nowMs),
    );
    return { row: rowOf(sources, credential, { environment, tokens, isRenewed }), tokens };
  });
}

function rowOf(
  { isLive, leftMs, nowMs, careOf }: InventorySources,
  credential: Credential,
  has: {
    readonly environment: Environment | undefined;
    readonly tokens: readonly Token[];
    readonly isRenewed: boolean;
  },
): InventoryRow {
  const { environment } = has;
  const care = careOf(credential);
  const live = has.tokens.filter(isLive);
  const ends = live.flatMap((token) => leftMs(token) ?? []);
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
    renewal: has.isRenewed ? 'on' : 'off',
    last_used_at: isoOrEmpty(care.lastUsedAtMs),
    secret_valid_until: isoOrEmpty(care.validUntilMs),
    secret_due_at: isoOrEmpty(care.dueAtMs),
    health: [...care.health],
  };
}

/** One line for each credential, RFC 4180, UTF-8 with a byte order mark so that spreadsheets know it. */
export function inventoryCsv(sources: InventorySources): string {
  const rows = listed(sources).map(({ row }) =>
    csvLine(inventoryColumns.map((name) => cell(textOf(row[name])))),
  );
  return `\ufeff${csvLine(inventoryColumns)}${rows.join('')}`;
}

const csvLine = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

const textOf = (value: InventoryRow[keyof InventoryRow]): string =>
  typeof value === 'object' ? value.join(' ') : String(value);

/**
 * SECURITY(S27): a spreadsheet runs what begins with one of these signs as a formula; after an apostrophe
 * it is text. So it is behind what another country's spreadsheet takes for the end of a cell. Import takes the
 * apostrophes away again.
 */
function cell(text: string): string {
  const inner = text.replaceAll(
    /([;\t|\r\n][" \u00a0]*'*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g,
    "$1'",
  );
  const guarded = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(inner) ? `'${inner}` : inner;
  return /[",;\r\n\t']|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** The same rows as one JSON object, and each token by fingerprint. Ends with a line feed. */
export function inventoryJson(sources: InventorySources): string {
  const whole = {
    inventory: 'strongroom-inventory',
    format: 1,
    app: `Strongroom ${sources.version}`,
    made_at: iso(sources.nowMs),
    credentials: listed(sources).map(({ row, tokens }) => ({
      ...row,
      tokens: tokens.map((token) => tokenOf(sources, token)),
    })),
  };
  return `${JSON.stringify(whole, null, 1)}\n`;
}

function tokenOf(sources: InventorySources, token: Token) {
  return {
    fingerprint: token.fingerprint,
    state: sources.stateOf(token),
    scopes: token.grantedScopes ?? token.requestedScopes,
    asked_at: iso(token.sentAtMs),
    ends_at: endOf(sources, token),
  };
}

function endOf({ leftMs, nowMs }: InventorySources, token: Token): string {
  const left = leftMs(token);
  return left === null ? '' : iso(nowMs + left);
}

const iso = (atMs: number): string => new Date(atMs).toISOString();
const isoOrEmpty = (atMs: number | null): string => (atMs === null ? '' : iso(atMs));
