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

/** One credential, with all that its columns are made of. */
interface Listed extends InventorySources {
  readonly credential: Credential;
  readonly environment: Environment | undefined;
  readonly tokens: readonly Token[];
  readonly care: ReturnType<InventorySources['careOf']>;
}

type Cell = string | number | readonly string[];

/** The columns in their order. Times are ISO 8601 in UTC; what is not known is empty. */
const columns = {
  label: ({ credential }) => credential.label,
  client_id: ({ credential }) => credential.clientId,
  access_type: ({ credential }) => credential.accessType,
  environment: ({ environment }) => environment?.name ?? '',
  environment_kind: ({ environment }) => environment?.kind ?? '',
  base_url: ({ environment }) => environment?.baseUrl ?? '',
  trade_url: ({ environment }) => environment?.tradeUrl ?? '',
  scopes: ({ credential }) => [...credential.registeredScopes],
  permission: ({ credential }) => credential.permission ?? '',
  owner: ({ credential }) => credential.ownerAccount,
  tags: ({ credential }) => [...credential.tags],
  created_at: ({ credential }) => iso(credential.createdAtMs),
  secret_set_at: ({ credential }) => iso(credential.secretSetAtMs),
  /** Under the vault's key, as the app shows it: says nothing about the secret. */
  secret_fingerprint: ({ credential }) => credential.secretFingerprint,
  live_tokens: ({ tokens, isLive }) => tokens.filter(isLive).length,
  last_token_ends_at({ tokens, isLive, leftMs, nowMs }) {
    const left = tokens.filter(isLive).flatMap((token) => leftMs(token) ?? []);
    return left.length === 0 ? '' : iso(nowMs + Math.max(...left));
  },
  renewal: renewalOf,
  last_used_at: ({ care }) => iso(care.lastUsedAtMs),
  secret_valid_until: ({ care }) => iso(care.validUntilMs),
  secret_due_at: ({ care }) => iso(care.dueAtMs),
  /** Names of the rules of the health report that hold; none where all is well. */
  health: ({ care }) => [...care.health],
} as const satisfies Readonly<Record<string, (of: Listed) => Cell>>;

export const inventoryColumns = Object.keys(columns) as readonly (keyof typeof columns)[];

type InventoryRow = Readonly<Record<keyof typeof columns, Cell>>;

/** Each credential, in the order of the vault, with its tokens. */
export function listed(
  sources: InventorySources,
): readonly { readonly row: InventoryRow; readonly tokens: readonly Token[] }[] {
  const { contents } = sources;
  return contents.credentials.map((credential) => {
    const tokens = contents.tokens.filter(({ credentialId }) => credentialId === credential.id);
    const environment = contents.environments.find(({ id }) => id === credential.environmentId);
    const care = sources.careOf(credential);
    const own = { ...sources, credential, environment, tokens, care };
    const cells = inventoryColumns.map((name) => [name, columns[name](own)]);
    return { row: Object.fromEntries(cells) as InventoryRow, tokens };
  });
}

function renewalOf({ contents, credential, nowMs }: Listed): 'on' | 'off' {
  const isRenewed = contents.renewals.some(
    ({ credentialId, stoppedAtMs, untilMs }) =>
      credentialId === credential.id &&
      stoppedAtMs === null &&
      (untilMs === null || untilMs > nowMs),
  );
  return isRenewed ? 'on' : 'off';
}

/** One line for each credential, RFC 4180, UTF-8 with a byte order mark so that spreadsheets know it. */
export function inventoryCsv(sources: InventorySources): string {
  const rows = listed(sources).map(({ row }) =>
    csvLine(inventoryColumns.map((name) => cell(textOf(row[name])))),
  );
  return `\ufeff${csvLine(inventoryColumns)}${rows.join('')}`;
}

const csvLine = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

const textOf = (value: Cell): string =>
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
  const left = sources.leftMs(token);
  return {
    fingerprint: token.fingerprint,
    state: sources.stateOf(token),
    scopes: token.grantedScopes ?? token.requestedScopes,
    asked_at: iso(token.sentAtMs),
    ends_at: left === null ? '' : iso(sources.nowMs + left),
  };
}

/** Empty where nobody knows. */
function iso(atMs: number | null): string {
  return atMs === null ? '' : new Date(atMs).toISOString();
}
