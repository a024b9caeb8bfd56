// One credential as a file tells it, in the words of this app: what may be shown, and the secret apart
// from it. What a group of names and values comes to is decided here, by rules that a person can read
// back in the preview.
import {
  importLimits,
  type ImportFound,
  type ImportNote,
  type SecretStanding,
} from '../../shared/import-export/import-view.ts';
import { MAX_SECRET_BYTES } from '../../shared/unlock/entry-contract.ts';
import { hidesSomething, showsSomething } from '../../shared/one-line.ts';
import { traderScopes, type PartnerPermission, type TraderScope } from '../../shared/words.ts';
import type { CredentialField } from './field-names.ts';
import type { FoundGroup, FoundValue } from './found-values.ts';
import { standInOf } from './stand-ins.ts';

export interface Candidate extends ImportFound {
  readonly at: number;
  /** Null unless it can be imported. */
  readonly secret: string | null;
  readonly standing: SecretStanding;
  /** The variable that stands in the secret's place. */
  readonly placeholder: string | null;
}

const SEPARATORS = /[\s,;|]+/;

/** The secrets of the whole file: people put values into wrong columns, and no secret is shown. */
type HeldSecrets = readonly string[];

/** @param group with the names of fields (name-groups.ts). @param at where it stands in the text. */
export function candidateOf(
  group: FoundGroup,
  at: number,
  held: HeldSecrets,
  fileName: string,
): Candidate {
  const notes = new Set<ImportNote>();
  const valuesOf = (field: CredentialField): readonly FoundValue[] =>
    group.values.filter(({ name }) => name === field);
  const wordsOf = (field: CredentialField): string =>
    valuesOf(field)
      .map((each) => (each.placeholder === undefined ? shownLine(each.value, held) : ''))
      .join(' ');

  const [id] = valuesOf('client_id');
  const clientId = id === undefined ? '' : shownLine(id.value, held).slice(0, 256);
  if (id === undefined || (id.value === '' && id.placeholder === undefined))
    notes.add('client_id_missing');
  else if (standInFor(id) !== undefined) notes.add('client_id_placeholder');
  else if (clientId !== id.value || clientId.includes('\ufffd') || hidesSomething(clientId))
    notes.add('client_id_unusable');

  const [value] = valuesOf('client_secret');
  const placeholder = value === undefined ? undefined : standInFor(value);
  const standing = standingOf(value, placeholder);
  const isPresent = standing === 'present' && value !== undefined;
  if (isPresent && value.value.trim() !== value.value) notes.add('secret_space_around');
  if (isPresent && value.hadPlus === true) notes.add('secret_plus');
  const scopes = scopesOf(wordsOf('scope'), notes);
  const addresses = valuesOf('url').flatMap((each) => addressOf(each, held) ?? []);
  if (addresses.some(({ isHttps }) => !isHttps)) notes.add('not_https');
  return {
    at,
    label: labelOf(group, valuesOf('label')[0], { clientId, fileName, held }, notes),
    clientId,
    secret: isPresent ? value.value : null,
    standing,
    placeholder: standing === 'placeholder' ? (placeholder ?? '').slice(0, 80) : null,
    hosts: [...new Set(addresses.map(({ host }) => host))].slice(0, importLimits.hosts),
    environmentName: wordsOf('environment').trim().slice(0, 80),
    ...accessOf(group, wordsOf('access_type'), scopes, addresses),
    scopes,
    permission: permissionOf(wordsOf('permission')),
    ownerAccount: wordsOf('owner').trim().slice(0, 80),
    tags: tagsOf(wordsOf('tags')),
    notes: [...notes],
  };
}

const standInFor = ({ value, placeholder, isLiteral }: FoundValue): string | undefined =>
  placeholder ?? standInOf(value, isLiteral);

/** A shorter secret stands in innocent text. */
const SHORTEST_HELD = 6;
/** As one-line.ts: nothing that turns the direction round, ends a line, or is seen by nobody. */
const UNFIT = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b\u2060\ufeff\ufffd]/gu;

/** SECURITY(S27): one line that may be shown; empty where a secret of the same file stands in it. */
function shownLine(value: string, held: HeldSecrets): string {
  const isSecret = held.some((each) => each.length >= SHORTEST_HELD && value.includes(each));
  return isSecret ? '' : value.slice(0, 400).replaceAll(UNFIT, '\ufffd').trim();
}

interface Address {
  readonly host: string;
  readonly path: string;
  readonly isHttps: boolean;
}

/** Null for what is no web address. Never the query, the fragment or a user name. */
function addressOf({ value, placeholder }: FoundValue, held: HeldSecrets): Address | null {
  const bare = shownLine(value.slice(0, 2000).replace(/[?#].*$/s, ''), held);
  // Whoever writes a password into an address shows it to nobody here.
  if (placeholder !== undefined || bare === '' || bare.includes('@')) return null;
  const parsed = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(bare) ? bare : `https://${bare}`);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return null;
  if (!/\.|^localhost$|:/.test(parsed.hostname) || parsed.host.length > 255) return null;
  return { host: parsed.host, path: parsed.pathname, isHttps: parsed.protocol === 'https:' };
}

function standingOf(
  found: FoundValue | undefined,
  placeholder: string | undefined,
): SecretStanding {
  if (found === undefined) return 'missing';
  if (/^[*•.]+$|^<.*>$/s.test(found.value) || isOneOverAndOver(found.value)) return 'masked';
  if (placeholder !== undefined) return 'placeholder';
  const { value } = found;
  if (value === '') return 'missing';
  if (Buffer.byteLength(value) > MAX_SECRET_BYTES) return 'too_long';
  return /\p{Cc}/u.test(value) ? 'line_break' : 'present';
}

const isOneOverAndOver = (value: string): boolean => /^(.)\1+$/su.test(value);

function labelOf(
  group: FoundGroup,
  own: FoundValue | undefined,
  more: { readonly clientId: string; readonly fileName: string; readonly held: HeldSecrets },
  notes: Set<ImportNote>,
): string {
  const { clientId, fileName, held } = more;
  const said = own === undefined || own.placeholder !== undefined ? '' : shownLine(own.value, held);
  const text = said === '' ? shownLine(group.title, held) : said;
  if (text === '') {
    notes.add('label_made');
    return (clientId === '' ? fileName : clientId).slice(0, 80).trim();
  }
  if (text.includes('\ufffd')) notes.add('label_characters');
  if (text.length > 80) notes.add('label_shortened');
  return text.slice(0, 80).trim();
}

function scopesOf(text: string, notes: Set<ImportNote>): TraderScope[] {
  const found = new Set<TraderScope>();
  for (const word of text.split(SEPARATORS).filter((each) => each !== '')) {
    const plain = word.toUpperCase();
    const scope = traderScopes.find((each) => each === plain || each === `TRADER_${plain}`);
    if (scope === undefined) notes.add('unknown_scope');
    else found.add(scope);
  }
  return traderScopes.filter((scope) => found.has(scope));
}

/** docs/service.md 4: each access type has a token endpoint of its own; 2.2 and 2.4: its own encoding. */
function accessOf(
  group: FoundGroup,
  said: string,
  scopes: readonly TraderScope[],
  addresses: readonly Address[],
): Pick<Candidate, 'accessType' | 'accessReason'> {
  const word = /\b(trader|partner)\b/i.exec(said)?.[1]?.toLowerCase();
  if (word === 'trader' || word === 'partner') return { accessType: word, accessReason: 'said' };
  for (const { path } of addresses) {
    if (/\/partner(\/|$)/.test(path)) return { accessType: 'partner', accessReason: 'path' };
    if (/\/auth\/oauth2\/|\/trader(\/|$)/.test(path)) {
      return { accessType: 'trader', accessReason: 'path' };
    }
  }
  if (scopes.length > 0) return { accessType: 'trader', accessReason: 'scope' };
  if (group.encoding === 'form') return { accessType: 'trader', accessReason: 'encoding' };
  if (group.encoding === 'json') return { accessType: 'partner', accessReason: 'encoding' };
  return { accessType: null, accessReason: null };
}

function permissionOf(text: string): PartnerPermission | null {
  const word = text.toLowerCase();
  if (/\bwrite\b/.test(word)) return 'write';
  return /\bread\b/.test(word) ? 'read' : null;
}

function tagsOf(text: string): string[] {
  const tags = text.split(/[,;|]/).map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => showsSomething(tag) && tag.length <= 40))].slice(
    0,
    importLimits.tags,
  );
}

export interface Merged extends Candidate {
  /** Further places with the very same credential. */
  readonly more: number;
}

/**
 * A collection of requests uses the same credential again and again: the very same client id and secret are one row, with
 * what each of its requests tells.
 */
export function mergeSame(candidates: readonly Candidate[]): readonly Merged[] {
  const merged = new Map<string, Merged>();
  for (const [at, each] of candidates.entries()) {
    const { clientId, standing, placeholder, secret } = each;
    const isNobodys = secret === null && clientId === '';
    const identity = isNobodys
      ? `nobody ${at}`
      : JSON.stringify([clientId, standing, placeholder, secret]);
    const known = merged.get(identity);
    merged.set(identity, known === undefined ? { ...each, more: 0 } : join(known, each));
  }
  return [...merged.values()];
}

function join(known: Merged, other: Candidate): Merged {
  const access = known.accessReason === null || isBetter(other, known) ? other : known;
  return {
    ...known,
    hosts: [...new Set([...known.hosts, ...other.hosts])].slice(0, importLimits.hosts),
    scopes: [...new Set([...known.scopes, ...other.scopes])],
    accessType: access.accessType,
    accessReason: access.accessReason,
    environmentName: known.environmentName === '' ? other.environmentName : known.environmentName,
    notes: [...new Set([...known.notes, ...other.notes])],
    more: known.more + 1,
  };
}

/** A word or a path says more than how a body is encoded. */
function isBetter(a: Candidate, b: Candidate): boolean {
  const rank = ['encoding', 'scope', 'path', 'said'];
  return rank.indexOf(a.accessReason ?? '') > rank.indexOf(b.accessReason ?? '');
}
