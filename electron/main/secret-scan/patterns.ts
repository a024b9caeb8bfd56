// What is looked for: every client secret, token text and proxy password of the open vault, each in the
// forms it may have in a file.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CredentialId, TokenId } from '../domain/ids.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import type { UnsavedTokens } from '../tokens/ledger/unsaved-tokens.ts';
import { Needles } from './needles.ts';
import { secretRecords, type SecretRecord } from './secret-records.ts';

/** Opened without a turn of the event loop. */
const OPENED_AT_ONCE = 100;

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
  /** The id of a needle is the place of its pattern here. */
  readonly all: readonly Pattern[];
  readonly needles: Needles;
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
  const needles = new Needles();
  const all: Pattern[] = [];
  const counts = { tooShort: 0, unopened: 0, textGone: 0 };
  let opened = 0;
  for (const record of secretRecords(session, texts)) {
    opened += 1;
    if (opened % OPENED_AT_ONCE === 0) await nextTurn();
    if (signal.aborted) break;
    if (record === 'text_gone') counts.textGone += 1;
    if (typeof record === 'string') continue;
    const secret = record.open();
    if (!secret.ok) {
      counts.unopened += 1;
      continue;
    }
    if (secret.value.use((bytes) => needles.add(bytes, all.length))) {
      const { what, credentialId, tokenId } = record;
      const fingerprint = session.vault.fingerprint(secret.value);
      all.push({ what, credentialId, tokenId, label: ownerOf(session, record), fingerprint });
    } else counts.tooShort += 1;
    secret.value.wipe();
  }
  return { all, needles, ...counts };
}

function ownerOf(session: OpenSession, record: SecretRecord): string {
  const contents = session.vault.contents();
  return record.what === 'proxy_password'
    ? (contents.environments.find(({ id }) => id === record.environmentId)?.name ?? '')
    : (session.index.credential(contents, record.credentialId)?.label ?? '');
}
