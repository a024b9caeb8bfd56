// One credential as a file tells it, in the words of this app: what may be shown, and the secret apart
// from it. What a group of names and values comes to is decided here, by rules that a person can read
// back in the preview.
import {
  importLimits,
  type AccessReason,
  type ImportNote,
  type SecretStanding,
} from '../../shared/import-export/import-view.ts';
import { MAX_SECRET_BYTES } from '../../shared/unlock/entry-contract.ts';
import { showsSomething } from '../../shared/one-line.ts';
import {
  traderScopes,
  type AccessType,
  type PartnerPermission,
  type TraderScope,
} from '../../shared/words.ts';
import { SecretBytes } from '../domain/secret-bytes.ts';
import { wipeableCopy } from '../domain/wipeable-buffer.ts';
import type { CredentialField } from './field-names.ts';
import type { FoundGroup, FoundValue } from './found-values.ts';
import type { ShownTexts } from './shown-texts.ts';

export interface Candidate {
  readonly at: number;
  readonly label: string;
  readonly clientId: string;
  /** Null unless it can be imported. The owner of the candidates wipes it. */
  readonly secret: SecretBytes | null;
  readonly standing: SecretStanding;
  /** The variable that stands in the secret's place. */
  readonly placeholder: string | null;
  readonly hosts: readonly string[];
  readonly environmentName: string;
  readonly accessType: AccessType | null;
  readonly accessReason: AccessReason | null;
  readonly scopes: readonly TraderScope[];
  readonly permission: PartnerPermission | null;
  readonly ownerAccount: string;
  readonly tags: readonly string[];
  readonly notes: readonly ImportNote[];
}

const SEPARATORS = /[\s,;|]+/;

/** @param group with the names of fields (name-groups.ts). */
export function candidateOf(group: FoundGroup, shown: ShownTexts, fileName: string): Candidate {
  const notes = new Set<ImportNote>();
  const valuesOf = (field: CredentialField): readonly FoundValue[] =>
    group.values.filter(({ name }) => name === field);
  const wordsOf = (field: CredentialField): string =>
    valuesOf(field)
      .map((each) => (each.placeholder === undefined ? shown.line(each.value, 400) : ''))
      .join(' ');

  const [id] = valuesOf('client_id');
  const clientId = id === undefined ? '' : shown.line(id.value, 256);
  if (id === undefined || id.value.length === 0) notes.add('client_id_missing');
  else if (id.placeholder !== undefined) notes.add('client_id_placeholder');
  else if (!shown.isPlainLine(id.value, 256)) notes.add('client_id_unusable');

  const [value] = valuesOf('client_secret');
  const standing = standingOf(value);
  if (standing === 'present' && value !== undefined && hasSpaceAround(value.value)) {
    notes.add('secret_space_around');
  }
  const scopes = scopesOf(wordsOf('scope'), notes);
  const hosts = hostsOf(valuesOf('url'), shown, notes);
  const access = accessOf(group, wordsOf('access_type'), scopes, shown);
  return {
    at: group.at,
    label: labelOf(group, valuesOf('label')[0], { clientId, fileName, shown }, notes),
    clientId,
    secret:
      standing === 'present' && value !== undefined
        ? SecretBytes.take(wipeableCopy(value.value))
        : null,
    standing,
    placeholder: standing === 'placeholder' ? kindOf(value?.placeholder ?? '') : null,
    hosts,
    environmentName: wordsOf('environment').trim().slice(0, 80),
    ...access,
    scopes,
    permission: permissionOf(wordsOf('permission')),
    ownerAccount: wordsOf('owner').trim().slice(0, 80),
    tags: tagsOf(wordsOf('tags')),
    notes: [...notes],
  };
}

/**
 * SECURITY(S27): what stands in place of a secret, by its kind alone. A secret may hold a dollar or a percent sign
 * of its own, and what follows that is part of it.
 */
function kindOf(placeholder: string): string {
  const kind = KINDS.find(([begin]) => placeholder.startsWith(begin));
  return kind === undefined ? placeholder.slice(0, 80) : kind[1];
}

const KINDS = [
  ['{{', '{{…}}'],
  ['{%', '{% … %}'],
  ['${', '${…}'],
  ['$', '$…'],
  ['%', '%…%'],
] as const;

function standingOf(found: FoundValue | undefined): SecretStanding {
  if (found === undefined) return 'missing';
  if (found.placeholder !== undefined) return 'placeholder';
  const { value } = found;
  if (value.length === 0) return 'missing';
  if (value.length > MAX_SECRET_BYTES) return 'too_long';
  if (value.includes(0x0a) || value.includes(0x0d)) return 'line_break';
  return isMask(value) ? 'masked' : 'present';
}

/** Asterisks, dots or one letter over and over, or words between angle brackets. */
function isMask(value: Buffer): boolean {
  const [first] = value;
  if (first === 0x3c && value.at(-1) === 0x3e) return true;
  if (value.every((byte) => byte === first)) return true;
  const bullet = Buffer.from('•');
  const bullets = value.length / bullet.length;
  return Number.isInteger(bullets) && value.equals(Buffer.alloc(value.length, bullet));
}

function hasSpaceAround(value: Buffer): boolean {
  const blank = [0x20, 0x09];
  return blank.includes(value[0] ?? 0) || blank.includes(value.at(-1) ?? 0);
}

function labelOf(
  group: FoundGroup,
  own: FoundValue | undefined,
  more: { readonly clientId: string; readonly fileName: string; readonly shown: ShownTexts },
  notes: Set<ImportNote>,
): string {
  const { clientId, fileName, shown } = more;
  const said = own === undefined || own.placeholder !== undefined ? '' : shown.line(own.value, 400);
  const title = shown.line(Buffer.from(group.title), 400);
  const text = said === '' ? title : said;
  if (text === '') {
    notes.add('label_made');
    return (clientId === '' ? fileName : clientId).slice(0, 80).trim();
  }
  if (text.includes('\ufffd')) notes.add('label_characters');
  if (text.length > 80) notes.add('label_shortened');
  return text.slice(0, 80).trim();
}

function scopesOf(text: string, notes: Set<ImportNote>): readonly TraderScope[] {
  const found = new Set<TraderScope>();
  for (const word of text.split(SEPARATORS).filter((each) => each !== '')) {
    const plain = word.toUpperCase();
    const scope = traderScopes.find((each) => each === plain || each === `TRADER_${plain}`);
    if (scope === undefined) notes.add('unknown_scope');
    else found.add(scope);
  }
  return traderScopes.filter((scope) => found.has(scope));
}

function hostsOf(
  urls: readonly FoundValue[],
  shown: ShownTexts,
  notes: Set<ImportNote>,
): readonly string[] {
  const hosts = new Set<string>();
  for (const { value, placeholder } of urls) {
    const address = placeholder === undefined ? shown.address(value) : null;
    if (address === null) continue;
    if (!address.isHttps) notes.add('not_https');
    hosts.add(address.host);
  }
  return [...hosts].slice(0, importLimits.hosts);
}

/** docs/service.md 4: each access type has a token endpoint of its own; 2.2 and 2.4: its own encoding. */
function accessOf(
  group: FoundGroup,
  said: string,
  scopes: readonly TraderScope[],
  shown: ShownTexts,
): Pick<Candidate, 'accessType' | 'accessReason'> {
  const word = /\b(trader|partner)\b/i.exec(said)?.[1]?.toLowerCase();
  if (word === 'trader' || word === 'partner') return { accessType: word, accessReason: 'said' };
  for (const { name, value } of group.values) {
    const path = name === 'url' ? (shown.address(value)?.path ?? '') : '';
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

function tagsOf(text: string): readonly string[] {
  const tags = text.split(/[,;|]/).map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => showsSomething(tag) && tag.length <= 40))].slice(
    0,
    importLimits.tags,
  );
}
