// A token on the clipboard because the person asked: cleared after 20 seconds, at lock and at quit,
// but only if it is still ours. What someone else copied meanwhile is never touched (S21).
import type { Clock } from '../domain/clock.ts';
import { OUTSIDE_LIMIT_MS, within } from '../domain/time-limit.ts';
import type { TokenId } from '../domain/ids.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { markOf, type ClipboardClearing, type TextMark } from './clipboard-clearing.ts';
import type { ClipboardPort } from './ports.ts';

export const CLIPBOARD_CLEAR_MS = 20_000;

export type TokenClipboard = ReturnType<typeof createTokenClipboard>;

export function createTokenClipboard(
  clipboard: ClipboardPort,
  clearing: Pick<ClipboardClearing, 'clear' | 'again'>,
  clock: Clock,
  changed: () => void,
) {
  let held: {
    readonly tokenId: TokenId;
    readonly clearsAtMs: number;
    readonly mark: TextMark;
    readonly cancel: () => void;
  } | null = null;
  /** What is cleared while the system still takes it must be there first. */
  let writing: Promise<void> = Promise.resolve();

  /** Clears now, if the clipboard still holds what was copied. */
  async function clear(): Promise<void> {
    if (held === null) return await clearing.again();
    const { mark, cancel } = held;
    held = null;
    cancel();
    await within(clock, OUTSIDE_LIMIT_MS, writing, undefined).catch(() => undefined);
    await clearing.clear(mark);
    changed();
  }

  return {
    /** Takes nothing over: the caller wipes the text. */
    async copy(tokenId: TokenId, text: SecretBytes): Promise<void> {
      if (held !== null) await clear();
      // SECURITY(S21): the one place where a token becomes a string; the clipboard takes nothing else.
      writing = text.use((bytes) => clipboard.writeText(bytes.toString('latin1')));
      held = {
        tokenId,
        clearsAtMs: clock.nowMs() + CLIPBOARD_CLEAR_MS,
        mark: text.use(markOf),
        cancel: clock.after(CLIPBOARD_CLEAR_MS, () => void clear()),
      };
      try {
        await writing;
      } catch (fault) {
        await clear();
        throw fault;
      }
      changed();
    },
    current: () => held && { tokenId: held.tokenId, clearsAtMs: held.clearsAtMs },
    clear,
  };
}
