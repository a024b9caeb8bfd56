// A token on the clipboard because the person asked: cleared after 20 seconds, at lock and at quit,
// but only if it is still ours. What someone else copied meanwhile is never touched (S21).
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../domain/clock.ts';
import { OUTSIDE_LIMIT_MS, within } from '../domain/time-limit.ts';
import type { TokenId } from '../domain/ids.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { ClipboardPort } from './ports.ts';

export const CLIPBOARD_CLEAR_MS = 20_000;
/** A clipboard that another program holds for a moment is looked at again, so often. */
const AGAIN_MS = 1_000;
const LOOKS = 10;

export interface TokenClipboard {
  /** Takes nothing over: the caller wipes the text. */
  readonly copy: (tokenId: TokenId, text: SecretBytes) => Promise<void>;
  readonly current: () => { readonly tokenId: TokenId; readonly clearsAtMs: number } | null;
  /** Clears now, if the clipboard still holds what was copied. */
  readonly clear: () => Promise<void>;
}

export function createTokenClipboard(
  clipboard: ClipboardPort,
  clock: Clock,
  changed: () => void,
): TokenClipboard {
  let held: {
    readonly tokenId: TokenId;
    readonly clearsAtMs: number;
    readonly length: number;
    readonly digest: Buffer;
    readonly cancel: () => void;
  } | null = null;
  /** What is cleared while the system still takes it must be there first. */
  let writing: Promise<void> = Promise.resolve();

  const digestOf = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest();

  async function clear(looks = LOOKS): Promise<void> {
    if (held === null) return;
    const was = held;
    held = null;
    was.cancel();
    // A clipboard that does not answer is one that cannot be read: it is looked at again.
    const limited = <T>(work: Promise<T>): Promise<T | null> =>
      within(clock, OUTSIDE_LIMIT_MS, work, null).catch(() => null);
    await limited(writing);
    const text = await limited(clipboard.readText());
    // Something longer is another text, and may take long to digest.
    const isOurs = text?.length === was.length && timingSafeEqual(digestOf(text), was.digest);
    if (isOurs) clipboard.clear();
    if (text === null && looks > 1) hold({ ...was, afterMs: AGAIN_MS, looks: looks - 1 });
    changed();
  }

  function hold(what: {
    readonly tokenId: TokenId;
    /** Of the text: a token is ASCII, so characters are bytes. */
    readonly length: number;
    readonly digest: Buffer;
    readonly afterMs: number;
    readonly looks: number;
  }): void {
    const { tokenId, length, digest, afterMs, looks } = what;
    // Another copy may have taken its place meanwhile.
    held ??= {
      tokenId,
      length,
      digest,
      clearsAtMs: clock.nowMs() + afterMs,
      cancel: clock.after(afterMs, () => void clear(looks)),
    };
  }

  return {
    async copy(tokenId, text) {
      if (held !== null) await clear();
      // What could not be read gives way: it is overwritten now.
      held?.cancel();
      held = null;
      // SECURITY(S21): the one place where a token becomes a string; the clipboard takes nothing else.
      writing = text.use((bytes) => clipboard.writeText(bytes.toString('latin1')));
      const { length } = text;
      const digest = text.use(digestOf);
      hold({ tokenId, length, digest, afterMs: CLIPBOARD_CLEAR_MS, looks: LOOKS });
      try {
        await writing;
      } catch (fault) {
        await clear();
        throw fault;
      }
      changed();
    },
    current: () => held && { tokenId: held.tokenId, clearsAtMs: held.clearsAtMs },
    clear: () => clear(),
  };
}
