// The inventory: what credentials there are, without anything that could be used. Each field is named
// here one by one; a field that is not named is not in it (columns: README, "Export").
import type { TokenState } from '../../shared/words.ts';
import type { Credential } from '../domain/credential.ts';
import type { Environment } from '../domain/environment.ts';
import type { Token } from '../domain/token.ts';
import { createPace } from '../domain/yield-to-loop.ts';
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

/** Of a file: what is made and compared at once. */
const PART_CHARACTERS = 32 * 1024;

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

/** What was promised never to be written is in no file. */
function kept({ contents }: InventorySources): readonly Credential[] {
  return contents.credentials.filter(({ ephemeral }) => ephemeral !== true);
}

/** One for each credential that is kept, in the order of the vault. */
export function* inventoryRows(sources: InventorySources): Generator<InventoryRow> {
  for (const { row } of listed(sources)) yield row;
}

/** Each row with the tokens of its credential. */
function* listed(
  sources: InventorySources,
): Generator<{ readonly row: InventoryRow; readonly tokens: readonly Token[] }> {
  const { contents } = sources;
  const environments = new Map(contents.environments.map((each) => [each.id, each]));
  const tokensOf = Map.groupBy(contents.tokens, ({ credentialId }) => credentialId);
  const renewed = new Set(
    contents.renewals
      .filter(({ stoppedAtMs }) => stoppedAtMs === null)
      .filter(({ untilMs }) => untilMs === null || untilMs > sources.nowMs)
      .map(({ credentialId }) => credentialId),
  );
  for (const credential of kept(sources)) {
    const tokens = tokensOf.get(credential.id) ?? [];
    const environment = environments.get(credential.environmentId);
    const isRenewed = renewed.has(credential.id);
    yield { row: rowOf(sources, credential, { environment, tokens, isRenewed }), tokens };
  }
}

/** A file of thousands of lines, in parts that are made one a turn: none is ever the whole text. */
async function inParts(texts: Iterable<string>): Promise<readonly string[]> {
  const pace = createPace();
  const parts: string[] = [];
  let lines: string[] = [];
  let characters = 0;
  const finish = (): void => {
    parts.push(lines.join(''));
    [lines, characters] = [[], 0];
  };
  for (const text of texts) {
    lines.push(text);
    characters += text.length;
    if (characters >= PART_CHARACTERS) finish();
    await pace.yieldToLoop();
  }
  finish();
  return parts;
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
export function inventoryCsv(sources: InventorySources): Promise<readonly string[]> {
  return inParts(csvTexts(sources));
}

function* csvTexts(sources: InventorySources): Generator<string> {
  yield `\ufeff${csvLine(inventoryColumns)}`;
  for (const row of inventoryRows(sources)) {
    yield csvLine(inventoryColumns.map((name) => cell(textOf(row[name]))));
  }
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
export function inventoryJson(sources: InventorySources): Promise<readonly string[]> {
  return inParts(jsonTexts(sources));
}

function* jsonTexts(sources: InventorySources): Generator<string> {
  const head = {
    inventory: 'strongroom-inventory',
    format: 1,
    app: `Strongroom ${sources.version}`,
    made_at: iso(sources.nowMs),
  };
  yield `${JSON.stringify(head, null, 1).slice(0, -'\n}'.length)},\n "credentials": [`;
  let isFirst = true;
  for (const { row, tokens } of listed(sources)) {
    const whole = { ...row, tokens: tokens.map((token) => tokenOf(sources, token)) };
    yield `${isFirst ? '' : ','}\n${indented(JSON.stringify(whole, null, 1))}`;
    isFirst = false;
  }
  yield isFirst ? ']\n}\n' : '\n ]\n}\n';
}

/** A line feed stands between the lines of JSON alone: within a text it is escaped. */
const indented = (json: string): string => `  ${json.replaceAll('\n', '\n  ')}`;

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
