// What is looked for: every client secret, token text and proxy password of the open vault, each in the
// forms it may have in a file. A text is opened, put into the net and wiped before the next one is.
import { base64Forms, hexForms } from '../gateway/redaction/secret-encodings.ts';
import type { CredentialId, TokenId } from '../domain/ids.ts';
import { wipeableBuffer, wipeableCopy } from '../domain/wipeable-buffer.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import { secretRecords, type SecretRecord } from './secret-records.ts';
import type { UnsavedTokens } from '../tokens/ledger/unsaved-tokens.ts';
import { createPace } from '../domain/yield-to-loop.ts';
import {
  createRollingHashMatcher,
  SHORTEST_BYTES,
  type RollingHashMatcher,
} from './rolling-hash-matcher.ts';

/** Of a longer text its beginning is looked for: no token that is sent is longer. */
const MOST_BYTES = 8 * 1024;
const SPACE = 0x20;
const HEX = '0123456789ABCDEF';

/** How a text is written; in the net an id is a pattern's place times the number of these, and its form. */
const writtenForms = ['plain', 'hex', 'base64'] as const;
type WrittenForm = (typeof writtenForms)[number];

export interface Pattern {
  readonly what: SecretRecord['what'];
  /** Null for the password of a proxy. */
  readonly credentialId: CredentialId | null;
  /** Of the credential; for the password of a proxy the name of its environment. */
  readonly label: string;
  /** Null for what is no token. */
  readonly tokenId: TokenId | null;
  readonly fingerprint: string;
}

export interface Patterns {
  readonly all: readonly Pattern[];
  readonly net: RollingHashMatcher;
  /** One of them has a space in it. */
  readonly hasSpaces: boolean;
  /** Not looked for: they would be found by chance. */
  readonly tooShort: number;
  /** Tokens whose text is no longer kept, or was never seen. */
  readonly textGone: number;
  /** Their record does not open. */
  readonly unopened: number;
}

/** Ends early, with what it has, once the signal is aborted. */
export async function gatherPatterns(
  session: OpenSession,
  texts: UnsavedTokens,
  signal: AbortSignal,
): Promise<Patterns> {
  const net = createRollingHashMatcher();
  const pace = createPace();
  const all: Pattern[] = [];
  const counts = { tooShort: 0, unopened: 0, textGone: 0 };
  let hasSpaces = false;
  for (const record of secretRecords(session, texts)) {
    await pace.yieldToLoop();
    if (signal.aborted) break;
    if (record === 'text_gone') counts.textGone += 1;
    if (typeof record === 'string') continue;
    const opened = record.open();
    if (!opened.ok) {
      counts.unopened += 1;
      continue;
    }
    const text = opened.value;
    if (text.length < SHORTEST_BYTES) counts.tooShort += 1;
    else {
      text.use((bytes) => addForms(net, bytes.subarray(0, MOST_BYTES), all.length));
      hasSpaces ||= text.use((bytes) => bytes.includes(SPACE));
      const { what, credentialId, tokenId } = record;
      const label = ownerOf(session, record);
      all.push({
        what,
        credentialId,
        tokenId,
        label,
        fingerprint: session.vault.fingerprint(text),
      });
    }
    text.wipe();
  }
  if (!signal.aborted) await net.prepare();
  return { all, net, hasSpaces, ...counts };
}

function ownerOf(session: OpenSession, record: SecretRecord): string {
  const contents = session.vault.contents();
  return record.what === 'proxy_password'
    ? (contents.environments.find(({ id }) => id === record.environmentId)?.name ?? '')
    : (session.index.credential(contents, record.credentialId)?.label ?? '');
}

/** Each form is wiped as soon as the net has it. */
export function addForms(net: RollingHashMatcher, text: Buffer, pattern: number): void {
  const add = (form: WrittenForm, bytes: readonly Buffer[]): void => {
    for (const each of bytes) {
      net.add(each, pattern * writtenForms.length + writtenForms.indexOf(form));
      each.fill(0);
    }
  };
  add('plain', [wipeableCopy(text), ...beyondAscii(text)]);
  add('hex', hexForms(text));
  add('base64', base64Forms(text));
  // HTTP Basic encodes the secret as a form does before it is base64 (RFC 6749 section 2.3.1).
  for (const asForm of encodedForBasic(text)) {
    add('base64', base64Forms(asForm));
    asForm.fill(0);
  }
}

/** Characters beyond ASCII as UTF-16 and Latin-1 have them; ASCII is found in UTF-16 without this. */
function beyondAscii(text: Buffer): Buffer[] {
  if (text.every((byte) => byte < 0x80)) return [];
  // A string nobody can wipe, of a secret no generator makes: one that somebody thought up.
  const written = text.toString('utf8');
  const wide = wipeableCopy(Buffer.from(written, 'utf16le'));
  const turned = wipeableCopy(wide).swap16();
  const latin = wipeableCopy(Buffer.from(written, 'latin1'));
  return latin.toString('latin1') === written ? [wide, turned, latin] : [wide, turned];
}

/** As form encoding, RFC 3986 and JavaScript's encodeURIComponent write it, where that changes it. */
function encodedForBasic(text: Buffer): Buffer[] {
  const isWord = (byte: number): boolean => {
    const lower = byte | 0x20;
    return (byte >= 0x30 && byte <= 0x39) || (lower >= 0x61 && lower <= 0x7a);
  };
  const encode = (unreserved: string, space: number | null): Buffer => {
    const kept = new Set(Buffer.from(unreserved));
    const into = wipeableBuffer(text.length * 3);
    let length = 0;
    for (const byte of text) {
      if (isWord(byte) || kept.has(byte)) into[length++] = byte;
      else if (byte === SPACE && space !== null) into[length++] = space;
      else {
        into[length++] = 0x25;
        for (const digit of [byte >> 4, byte & 15]) into[length++] = HEX.charCodeAt(digit);
      }
    }
    return into.subarray(0, length);
  };
  const forms = [encode('-._*', 0x2b), encode('-._~', null), encode("-._~!*'()", null)];
  return forms.filter((form) => {
    const isChanged = !form.equals(text);
    if (!isChanged) form.fill(0);
    return isChanged;
  });
}

/** Of the pattern, among all of them. */
export const placeOf = (id: number): number => Math.floor(id / writtenForms.length);

export const formOf = (id: number): WrittenForm =>
  writtenForms[id % writtenForms.length] ?? 'plain';
