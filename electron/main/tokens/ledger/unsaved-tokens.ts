// The texts of tokens. One that arrived while the disk refused to save it is kept in memory, and the save is
// tried again until it succeeds. At lock the row stays on disk as possibly issued, never silently gone.
import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../domain/clock.ts';
import type { TokenId } from '../../domain/ids.ts';
import { ok, type Result } from '../../domain/result.ts';
import type { SecretBytes } from '../../domain/secret-bytes.ts';
import type { Token } from '../../domain/token.ts';
import type { VaultFailure } from '../../vault/vault.ts';
import type { OpenVault } from '../../vault/unlocked-vault.ts';
import type { Step } from './ledger.ts';

const RETRY_MS = 5_000;

interface Arrival {
  readonly token: Token;
  readonly text: SecretBytes;
}

export type UnsavedTokens = ReturnType<typeof createUnsavedTokens>;

interface TextPorts {
  readonly vault: OpenVault;
  readonly clock: Clock;
  readonly closing: AbortSignal;
  readonly changed: () => void;
}

export function createUnsavedTokens({ vault, clock, closing, changed }: TextPorts) {
  const waiting = new Map<TokenId, Arrival>();
  /** Those whose save has failed: before that a token is not shown, since it is not safe yet. */
  const failed = new Set<TokenId>();
  let tellSaved: (ids: readonly TokenId[]) => void = () => undefined;
  const retries = new Set<() => void>();

  /**
   * Saves arrivals with their texts. Takes the texts over: they are wiped once they are sealed.
   * @param given tokens whose texts are here, and were given again.
   */
  async function save(
    arrivals: readonly Arrival[],
    step: Step,
    given: readonly TokenId[] = [],
  ): Promise<Result<void, VaultFailure>> {
    for (const arrival of arrivals) waiting.set(arrival.token.id, arrival);
    const saved = await vault.change({
      contents: step,
      seal: arrivals.map(({ token, text }) => ({
        name: { id: token.id, field: 'access_token' as const },
        secret: text,
      })),
    });
    if (!saved.ok) {
      for (const { token } of arrivals) failed.add(token.id);
      if (closing.aborted) return saved;
      const cancel = clock.after(RETRY_MS, () => {
        retries.delete(cancel);
        void save(arrivals, step, given).then(changed);
      });
      retries.add(cancel);
      return saved;
    }
    for (const { token, text } of arrivals) {
      waiting.delete(token.id);
      failed.delete(token.id);
      text.wipe();
    }
    tellSaved([...arrivals.map(({ token }) => token.id), ...given]);
    return ok();
  }

  /** Opens a token's text from memory or the vault; the caller wipes it. */
  function openText(id: TokenId): Result<SecretBytes, VaultFailure> {
    const held = waiting.get(id);
    if (held !== undefined) return ok(held.text.copy());
    return vault.openRecord({ id, field: 'access_token' });
  }

  return {
    save,
    /** The tokens whose save failed and is tried again, as they will be. */
    list: (): readonly Token[] =>
      [...waiting.values()].map(({ token }) => token).filter(({ id }) => failed.has(id)),
    openText,
    /** The token that has this very text: a text is one token, however often a server gives it. */
    idOf(text: SecretBytes): TokenId | null {
      const fingerprint = vault.fingerprint(text);
      const known = [...waiting.values()].map(({ token }) => token);
      const found = [...known, ...vault.contents().tokens].find(
        (token) => token.fingerprint === fingerprint && isSameText(openText(token.id), text),
      );
      return found?.id ?? null;
    },
    /** True where a text exists, in memory or sealed. */
    hasText: (id: TokenId): boolean =>
      waiting.has(id) || vault.hasRecord({ id, field: 'access_token' }),
    /** Calls back with tokens as soon as they are on disk, at once or after a retry. */
    whenSaved(listener: (ids: readonly TokenId[]) => void): void {
      tellSaved = listener;
    },
    /** Wipes what could not be saved. */
    close(): void {
      for (const cancel of retries) cancel();
      retries.clear();
      for (const { text } of waiting.values()) text.wipe();
      waiting.clear();
      failed.clear();
    },
  };
}

/** Wipes what was opened. */
export function isSameText(opened: Result<SecretBytes, unknown>, text: SecretBytes): boolean {
  if (!opened.ok) return false;
  const same = opened.value.use((ours) =>
    text.use((given) => ours.length === given.length && timingSafeEqual(ours, given)),
  );
  opened.value.wipe();
  return same;
}
