// When each credential last got, checked or handed out a token, and what was last tried of the ways back into the
// vault: from the history, which is read once while the vault is open, and from what is noted since.
import type { LastUseView } from '../../shared/health/secret-due.ts';
import { GOT_FOR_TRADING, type HistoryEvent } from '../domain/history-event.ts';
import type { CredentialId } from '../domain/ids.ts';
import type { OpenSession } from '../tokens/open-session.ts';

/** After unlock: the window comes first. */
const READING_AFTER_MS = 2_000;

/** Shows every event of the history so far, in slices. False: it could not be read to its end. */
export type PastEvents = (visit: (event: HistoryEvent) => void) => Promise<boolean>;

/** When the ways back into the vault were last made and tried; null: never, as far as the history goes. */
export interface WaysBack {
  readonly backupTestedAtMs: number | null;
  readonly recoveryKeyMadeAtMs: number | null;
  readonly recoveryKeyUsedAtMs: number | null;
}

export type LastUses = ReturnType<typeof createLastUses>;

const NEVER: LastUseView = {
  gotAtMs: null,
  checkedAtMs: null,
  handedOutAtMs: null,
  tradedAtMs: null,
};

const useOf: Readonly<Partial<Record<HistoryEvent['what'], keyof LastUseView>>> = {
  token_received: 'gotAtMs',
  token_checked: 'checkedAtMs',
  token_copied: 'handedOutAtMs',
  token_handed_out: 'handedOutAtMs',
};

const later = (before: number | null, atMs: number): number =>
  before === null ? atMs : Math.max(before, atMs);

export function createLastUses(
  { vault, clock, closing, changed }: Pick<OpenSession, 'vault' | 'clock' | 'closing' | 'changed'>,
  past: PastEvents,
) {
  const uses = new Map<CredentialId, LastUseView>();
  let waysBack: WaysBack = {
    backupTestedAtMs: null,
    recoveryKeyMadeAtMs: null,
    recoveryKeyUsedAtMs: null,
  };
  let complete = false;

  function used(id: CredentialId, what: keyof LastUseView, atMs: number): void {
    const before = uses.get(id) ?? NEVER;
    if ((before[what] ?? -Infinity) < atMs) uses.set(id, { ...before, [what]: atMs });
  }

  function note({ what, atMs, credentialId, word }: HistoryEvent): void {
    const use = useOf[what];
    if (use !== undefined && credentialId !== undefined) used(credentialId, use, atMs);
    if (word === GOT_FOR_TRADING && credentialId !== undefined) {
      used(credentialId, 'tradedAtMs', atMs);
    }
    const seen = (name: keyof WaysBack): void => {
      waysBack = { ...waysBack, [name]: later(waysBack[name], atMs) };
    };
    if (what === 'backup_tested' || what === 'backup_restored') seen('backupTestedAtMs');
    if (what === 'recovery_key_made') seen('recoveryKeyMadeAtMs');
    if (what === 'vault_unlocked' && word === 'recovery_key') seen('recoveryKeyUsedAtMs');
  }

  let reading: Promise<void> | null = null;

  async function read(): Promise<void> {
    complete = (await past(note)) && !closing.aborted;
    if (!closing.aborted) changed();
  }

  // The vault itself knows of its newest tokens: they need not wait for the history.
  for (const { credentialId, issue, sentAtMs, requestedScopes } of vault.contents().tokens) {
    if (issue !== 'issued') continue;
    used(credentialId, 'gotAtMs', sentAtMs);
    if (requestedScopes.includes('TRADER_TRADE')) used(credentialId, 'tradedAtMs', sentAtMs);
  }
  /** Reads the history at once where that was still to come, and waits until it has been read. */
  const finished = (): Promise<void> => (reading ??= read());
  const cancel = clock.after(READING_AFTER_MS, () => void finished());
  closing.addEventListener('abort', cancel, { once: true });

  return {
    of: (id: CredentialId): LastUseView => uses.get(id) ?? NEVER,
    waysBack: () => waysBack,
    /** Something happened just now. */
    note,
    /** The history was read to its end: what is not known by then did not happen in it. */
    isComplete: () => complete,
    finished,
  };
}
