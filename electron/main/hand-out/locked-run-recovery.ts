// What a run did while the vault was locked, from its journal into the ledger and the history: at the next unlock,
// also after a crash. A request without an answer is listed as possibly issued, and so is a journal that is gone.
import type { TokenId } from '../domain/ids.ts';
import type { HistoryEvent } from '../domain/history-event.ts';
import { withCheck } from '../domain/death-proof.ts';
import type { Credential } from '../domain/credential.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { Token } from '../domain/token.ts';
import { untilProgramEnds } from '../renewal/leases.ts';
import { recordCredentialEvent, recordTokenEvent } from '../tokens/ledger/event-recording.ts';
import {
  addToken,
  editToken,
  inOrder,
  journalKeyOf,
  removeToken,
  requestedToken,
  type Step,
} from '../tokens/ledger/ledger.ts';
import { findToken, type OpenSession } from '../tokens/open-session.ts';
import { withIntent } from '../tokens/revocation/revocation-run-steps.ts';
import type { Journals, JournalEntry } from './locked-run-journal.ts';

interface Told {
  /** Of the run, where its journal says so. */
  named: Pick<HistoryEvent, 'program'>;
  readonly steps: Step[];
  /** Of tokens that arrived. */
  readonly texts: Map<TokenId, SecretBytes>;
  /** Recorded once it is saved. */
  readonly events: (() => void)[];
}

/**
 * Reads each journal whose key the vault has, and removes both once the vault has what they told.
 * @returns the tokens that came to the ledger; null: the disk did not take it, and it is to be tried again.
 */
export async function recoverLockedRuns(
  session: OpenSession,
  journals: Journals,
): Promise<readonly TokenId[] | null> {
  const { vault } = session;
  const mine = vault.contents().credentials.filter(({ id }) => vault.hasRecord(journalKeyOf(id)));
  const came: TokenId[] = [];
  let isDone = true;
  for (const credential of mine) {
    const ids = await recoverOne(session, journals, credential);
    if (ids === null) isDone = false;
    else came.push(...ids);
  }
  await journals.sweep();
  return isDone ? came : null;
}

async function recoverOne(
  session: OpenSession,
  journals: Journals,
  credential: Credential,
): Promise<readonly TokenId[] | null> {
  const { vault } = session;
  const name = journalKeyOf(credential.id);
  const key = vault.openRecord(name);
  const found = key.ok ? await journals.read(key.value) : null;
  const told: Told = { named: {}, steps: [], texts: new Map(), events: [] };
  for (const entry of found?.entries ?? []) tell(session, credential, entry, told);
  if (found?.isWhole !== true) tellOfLoss(session, credential, told);
  if (!found?.entries.some(({ line }) => line.what === 'ended')) {
    const more = { ...told.named, by: 'app', word: 'crash' } as const;
    told.events.push(() => recordCredentialEvent(session, 'locked_use_ended', credential, more));
  }
  const saved = await vault.change({
    contents: inOrder(...told.steps),
    seal: [...told.texts].map(([id, secret]) => ({ name: { id, field: 'access_token' }, secret })),
    drop: [name],
  });
  const ids = [...told.texts.keys()];
  for (const { text } of found?.entries ?? []) text?.wipe();
  if (saved.ok) {
    if (key.ok) await journals.remove(key.value);
    for (const record of told.events) record();
    session.changed();
  }
  if (key.ok) key.value.wipe();
  return saved.ok ? ids : null;
}

/** A file that is gone, or does not authenticate to its end, may have held any request. */
function tellOfLoss(session: OpenSession, { id, registeredScopes }: Credential, told: Told): void {
  const row = requestedToken(
    session.newId() as TokenId,
    id,
    registeredScopes,
    session.clock.nowMs(),
  );
  addPossible(session, row, told);
}

function addPossible(session: OpenSession, row: Token, { steps, events }: Told): void {
  steps.push(addOnce({ ...row, issue: 'possibly_issued' }));
  events.push(() => {
    const token = findToken(session, row.id);
    // Its answer may have come in a later line.
    if (token?.issue !== 'possibly_issued') return;
    recordTokenEvent(session, 'token_possibly_issued', token, { by: 'app' });
  });
}

const addOnce =
  (token: Token): Step =>
  (before) =>
    before.tokens.some(({ id }) => id === token.id) ? before : addToken(token)(before);

function tell(session: OpenSession, credential: Credential, entry: JournalEntry, told: Told): void {
  const { steps, texts, events } = told;
  const { line, text } = entry;
  const note = (what: HistoryEvent['what'], id: TokenId, more: Partial<HistoryEvent>): void => {
    events.push(() => {
      const token = findToken(session, id);
      if (token !== null) recordTokenEvent(session, what, token, { by: 'app', ...more });
    });
  };
  switch (line.what) {
    // Recorded at the lock. It is the first line, so its program is known to all others.
    case 'kept':
      told.named = { program: line.program };
      return;
    case 'requested':
      addPossible(session, line.token, told);
      return;
    case 'arrived': {
      if (text === null) return;
      const { token } = line;
      const arrived = { ...token, fingerprint: session.vault.fingerprint(text) };
      texts.set(token.id, text);
      steps.push(
        addOnce(arrived),
        editToken(token.id, () => arrived),
        lease(token.id, line.atMs),
      );
      note('token_received', token.id, answerOf(line));
      return;
    }
    case 'failed':
      if (line.unseen) return;
      steps.push(removeToken(line.tokenId));
      events.push(() => {
        const more = { by: 'app', failure: line.code, ...answerOf(line) } as const;
        recordCredentialEvent(session, 'token_request_failed', credential, more);
      });
      return;
    case 'renewed':
      note('token_renewed', line.tokenId, { ...told.named, atMs: line.atMs });
      return;
    case 'revoking':
      steps.push(editToken(line.tokenId, (token) => withIntent(token, line.atMs)));
      note('revoke_asked', line.tokenId, { atMs: line.atMs });
      return;
    case 'revoked':
      steps.push(editToken(line.tokenId, (token) => accepted(token, line.atMs)));
      note('revoke_accepted', line.tokenId, answerOf(line));
      return;
    case 'checked': {
      const { check, tokenId } = line;
      steps.push(
        editToken(tokenId, (token) =>
          withCheck(token, check, session.expiries.proofWindow(token, check.atMs)),
        ),
      );
      return;
    }
    case 'ended':
      events.push(() =>
        recordCredentialEvent(session, 'locked_use_ended', credential, {
          ...told.named,
          atMs: line.atMs,
          by: line.by === 'person' ? 'person' : 'app',
          word: line.by,
        }),
      );
  }
}

const answerOf = ({
  atMs,
  status,
  durationMs,
}: {
  readonly atMs: number;
  readonly status: number | null;
  readonly durationMs: number;
}): Partial<HistoryEvent> => ({ atMs, durationMs, ...(status === null ? {} : { status }) });

/** It ends with its program, also where that is found to have ended by the next start. */
const lease =
  (id: TokenId, atMs: number): Step =>
  (before) => ({
    ...before,
    leases: [...before.leases.filter(({ tokenId }) => tokenId !== id), untilProgramEnds(id, atMs)],
  });

function accepted(token: Token, atMs: number): Token {
  const run = withIntent(token, atMs).revocation;
  if (run === null) return token;
  const { attempts, acceptedAtMs } = run;
  return {
    ...token,
    revocation: { ...run, attempts: attempts + 1, acceptedAtMs: acceptedAtMs ?? atMs },
  };
}
